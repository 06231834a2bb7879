import CSV
import Catalog
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Diagnostics

struct CatalogList: TableReport {
  /// A column and its value in a row. A `nil` head hides the column in text and Markdown.
  struct Column<Row> {
    /// The key in JSON and CSV.
    let key: String
    let head: String?
    var isNumber = false
    var isFlag = false
    /// The texts of a flag that is set and of one that is not. A flag without a value has no text.
    var flagTexts = (set: "yes", unset: "")
    let value: (Row) -> FieldValue?
  }

  let command, container: String
  private let table: ReportTable
  private let keys: [String]
  private let cells: [[String]]
  /// Plural noun for the records.
  let noun: String
  /// Whether the container has more matching records than the list.
  var hasMore = false
  /// The number of records without the filters, for an empty list; `nil` if it was not counted.
  var existing: Int?
  /// The position of the next record, for `--after`.
  var next: String?

  let items: [EncodableObject]

  var summary: EncodableObject { ["container": container, "listed": items.count, "hasMore": hasMore, "next": next] }

  init<Row>(_ command: String, _ noun: String, container: String, columns: [Column<Row>], rows: [Row]) {
    self.command = command
    self.noun = noun
    self.container = container
    keys = columns.map(\.key)
    let shown = columns.filter { $0.head != nil }
    table = ReportTable(
      noun, shown.map { $0.isNumber ? .number($0.head ?? "") : .text($0.head ?? "", width: 70) },
      rows: rows.map { row in
        shown.map { .init($0.isFlag ? $0.flagText(row) : $0.text(row, separator: ", ")) }
      })
    cells = rows.map { row in
      columns.map { $0.isFlag ? $0.flag(row).map(String.init) ?? "" : $0.text(row, separator: ";") }
    }
    items = rows.map { row in
      EncodableObject(columns.map { ($0.key, $0.item(row)) })
    }
  }

  func text(_ style: Style) -> String {
    if items.isEmpty { return Self.nothing(noun, container, existing) }
    return table.text(style) + (hasMore ? "more \(noun) match; --limit 0 lists all\n" : "")
  }

  /// Returns what a list without records says.
  static func nothing(_ noun: String, _ container: String, _ existing: Int?) -> String {
    guard let existing, existing > 0 else { return "no \(noun) in \(container)\n" }
    return "no \(noun) match; \(container) has \(existing)\n"
  }

  func markdown() -> String { table.markdown }

  func csv() -> String { CSVWriter().document(keys, cells) }
}

extension CatalogList.Column {
  fileprivate func item(_ row: Row) -> EncodableObject.Value {
    if isFlag { return flag(row) }
    return value(row).map { FieldValueItem($0) }
  }

  fileprivate func flag(_ row: Row) -> Bool? { value(row)?.int64.map { $0 == 1 } }

  fileprivate func flagText(_ row: Row) -> String { flag(row).map { $0 ? flagTexts.set : flagTexts.unset } ?? "" }

  fileprivate func text(_ row: Row, separator: String) -> String {
    value(row).map { CatalogList.plain($0, separator) } ?? ""
  }
}

extension CatalogList {
  /// Returns a value as the text of a cell, without quotes.
  static func plain(_ value: FieldValue, _ separator: String = ";") -> String {
    if case .double(let number) = value, let whole = Int64(exactly: number) { return String(whole) }
    return value.shownText(separator: separator)
  }
}

extension CatalogList.Column<Record> {
  static func recordName(_ head: String? = nil) -> Self {
    Self(key: "recordName", head: head) { .string($0.name.rawValue) }
  }

  /// Removes user names and passwords from addresses.
  static func field(
    _ field: CatalogField, _ head: String? = nil, in layout: CatalogLayout = .publicCatalog,
    flagTexts: (set: String, unset: String) = ("yes", "")
  ) -> Self {
    let isNumber = [.count, .number, .score].contains(field.content)
    return Self(key: field.name, head: head, isNumber: isNumber, isFlag: field.content == .flag, flagTexts: flagTexts) {
      record in
      let value = record[field, layout]
      guard field.content == .verbatim, let text = value?.string else { return value }
      return .string(FeedURL.redacted(text))
    }
  }
}

extension ContainerHandle {
  /// Returns the number of records of a type; `nil` if they cannot be listed.
  func existing(_ type: RecordType.Name) async -> Int? { try? await store.count(of: type) }
}
