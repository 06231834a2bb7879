import Articles
import Catalog
import CloudKitRecords
import Diagnostics

/// The rules of seeds and articles for the changes of a saved plan, which may have been edited.
struct PlanRules {
  let layout: CatalogLayout

  /// Returns the key of a plan's change that no seed plans, and the reason; `nil` for a valid change.
  func problem(of operation: RecordOperation) -> (key: String, reason: String)? {
    let record = operation.record
    let tables = SeedKind.allCases.map(\.table) + [.articles]
    guard let table = tables.first(where: { $0.type(in: layout) == record.type }) else {
      return ("recordType", "seeds have no records of the type \(record.type)")
    }
    if operation.kind.isDelete {
      return record.fields.isEmpty && operation.cleared.isEmpty ? nil : ("action", "a deletion sets no fields")
    }
    let fields = table.columns(in: layout).filter { [.curator, .writer, .ingestion].contains($0.owner) }
    for (name, value) in record.fields.sorted(by: { $0.key < $1.key }) {
      guard let field = fields.first(where: { $0.name(in: layout) == name }) else {
        return ("fields", "seeds do not set '\(name)'")
      }
      if let problem = problem(of: value, in: field) { return ("fields", "'\(name)': \(problem)") }
    }
    let required = fields.filter(\.isRequired).compactMap { $0.name(in: layout) }
    let curated = fields.filter { $0.owner != .writer }.names(in: layout)
    if let name = operation.cleared.sorted().first(where: { !curated.contains($0) || required.contains($0) }) {
      return ("cleared", "'\(name)' cannot be cleared")
    }
    guard operation.kind == .create else { return nil }
    if let name = required.first(where: { record[$0] == nil }) { return ("fields", "'\(name)' is missing") }
    return name(of: record) == record.name ? nil : ("recordName", "seeds give the record another name")
  }

  /// Returns the name that a seed gives a new record.
  private func name(of record: Record) -> RecordName? {
    switch record.type {
    case layout.feedType:
      record[FeedField.feedURL]?.string.flatMap { try? FeedURL($0) }.map { CatalogName.feed($0.key) }
    case CatalogTable.metadata.recordType:
      record[MetadataField.feedReference]?.reference.map { CatalogName.metadata(of: $0.recordName) }
    case CatalogTable.categories.recordType: record[CategoryField.slug]?.string.map { RecordName($0) }
    default: record.name
    }
  }

  private func problem(of value: FieldValue, in field: CatalogField) -> String? {
    guard field.accepts(value, in: layout) else {
      return "the type is \(field.type(in: layout)), not \(value.typeName)"
    }
    if let range = field.content == .flag ? 0...1 : field.range, let number = value.number, !range.contains(number) {
      return "the value must be between \(Int(range.lowerBound)) and \(Int(range.upperBound))"
    }
    if field.canonical(value) != value { return Self.invalid }
    if field === FeedField.feedURL {
      return (try? FeedURL(value.string ?? ""))?.canonical == value.string ? nil : Self.invalid
    }
    if field.owner == .ingestion {
      let html = field === ArticleField.content ? value.string : nil
      return html.map { SanitizedHTML($0).html == $0 } ?? true ? nil : "the HTML is not sanitized"
    }
    let isValid: Bool =
      switch field.content {
      case .text, .address, .language, .color, .slug:
        value.string.map { SeedValue($0, of: field, refusing: .error).value == value } ?? true
      default: (value.list ?? [value]).compactMap(\.string).allSatisfy { !CleanText($0, atMost: .max).isCleaned }
      }
    return isValid ? nil : Self.invalid
  }

  private static let invalid = "no seed file may state this value"
}
