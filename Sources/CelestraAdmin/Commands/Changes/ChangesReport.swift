import Catalog
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import Diagnostics

/// What was added, removed, and edited in a catalog, by field and with titles.
struct ChangesReport: Report {
  /// The fields that say which record a new or removed one is.
  static let identifying: Set = [FeedField.feedURL.name, FeedField.category.name]
  /// Dates that follow other changes.
  static let unshown: Set = [CollectionField.updatedAt.name, CollectionField.createdAt.name]

  let command = "changes"
  /// The container, or the plans.
  let subject: String
  /// The container with the earlier state; `nil` for plans.
  let since: String?
  let records: [RecordDifference]
  /// The date of the earlier state, if it is a backup.
  var from: Timestamp?
  /// The titles of records that changed fields refer to.
  var titles: [RecordName: String] = [:]

  private let nouns: [RecordType.Name: String]
  /// The kinds of changes with the numbers of all records, also of those that are not listed.
  private let counts: [(kind: RecordDifference.Kind, count: Int)]

  /// - Parameter count: returns the number of records with a kind of change, also of those that are not listed.
  init(
    of subject: String, since: String?, _ records: [RecordDifference], _ layout: CatalogLayout?,
    _ count: (RecordDifference.Kind) -> Int
  ) {
    self.subject = subject
    self.since = since
    self.records = records
    counts = [RecordDifference.Kind.new, .gone, .changed].map { ($0, count($0)) }
    let tables: [(CatalogTable, String)] = [(.categories, "category"), (.feeds, "feed"), (.collections, "collection")]
    let names = tables.compactMap { table, noun in layout.flatMap { table.type(in: $0) }.map { ($0, noun) } }
    nouns = Dictionary(names) { first, _ in first }
  }

  /// The number of changed records that are not listed.
  private var hidden: Int { counts.reduce(0) { $0 + $1.count } - records.count }

  /// Looks up the titles of records that changed fields refer to, in the first store that has them.
  mutating func addTitles(of stores: [any RecordStore]) async throws(RecordStoreError) {
    var missing = Set(
      records.flatMap { record in
        record.fields.flatMap { [$0.old, $0.new] }.compactMap(\.self) + Array(record.values.values)
      }.flatMap(\.references).map(\.recordName))
    for store in stores {
      for page in Array(missing).recordPages {
        for (name, record) in try await store.lookup(page, desiredFields: Record.titleFields) {
          titles[name] = record.title
          missing.remove(name)
        }
      }
    }
  }

  var summary: EncodableObject {
    let numbers = counts.map { (Self.word($0.kind), $0.count as (any Encodable)?) }
    return EncodableObject([("subject", subject), ("against", since), ("since", from?.description)])
      .adding(EncodableObject(numbers)).adding(["notListed": hidden])
  }

  var items: [EncodableObject] {
    records.map { record in
      [
        "change": Self.word(record.kind), "kind": noun(record), "recordType": record.recordType,
        "recordName": record.recordName.rawValue, "title": record.title, "feedURL": address(record),
        "category": category(record), "fields": record.kind == .changed ? fields(record) : nil,
      ]
    }
  }

  func text(_ style: Style) -> String {
    var text = head + "\n"
    for record in records {
      let word = Self.word(record.kind)
      let meaning: Style.Meaning = record.kind == .new ? .good : record.kind == .gone ? .bad : .doubtful
      text += style.mark(word, meaning) + String(repeating: " ", count: 9 - word.count)
      text += "\(noun(record)) \(DisplayText.line(record.title))"
      let details = [address(record), category(record).map { "in \($0)" }].compactMap(\.self)
      text += (details.isEmpty ? "" : ": " + DisplayText.line(details.joined(separator: ", "))) + "\n"
      text += fields(record).map { "           \($0.text)\n" }.joined()
    }
    return text + (hidden > 0 ? "and \(hidden) more; --limit 0 lists all\n" : "")
  }

  func markdown() -> String {
    var text = "## Changes of \(Markdown.escaped(subject))\n\n\(Markdown.escaped(head)).\n"
    for kind in counts.map(\.kind) {
      let found = records.filter { $0.kind == kind }
      if found.isEmpty { continue }
      let word = Self.word(kind)
      text += "\n### \(word.prefix(1).uppercased() + word.dropFirst())\n\n"
      let heads = kind == .changed ? ["", "title", "changes"] : ["", "title", "address", "category"]
      text += Markdown.table(
        heads,
        rows: found.map { record in
          let rest =
            kind == .changed
            ? [fields(record).map(\.text).joined(separator: "; ")] : [address(record) ?? "", category(record) ?? ""]
          return [noun(record), record.title] + rest
        })
    }
    return text + (hidden > 0 ? "\n\(hidden) more; `--limit 0` lists all.\n" : "")
  }

  private var head: String {
    let counts = counts.filter { $0.count > 0 }.map { "\($0.count) \(Self.word($0.kind))" }
    let since = since.map { " since \($0)" + (from.map { " of \($0)" } ?? "") } ?? ""
    return subject + since + ": " + (counts.isEmpty ? "no changes" : counts.joined(separator: ", "))
  }

  private static func word(_ kind: RecordDifference.Kind) -> String {
    switch kind {
    case .new: "added"
    case .gone: "removed"
    case .changed: "edited"
    }
  }

  private func noun(_ record: RecordDifference) -> String { nouns[record.recordType] ?? record.recordType }

  private func address(_ record: RecordDifference) -> String? {
    record.values[FeedField.feedURL.name]?.string.map(FeedURL.redacted)
  }

  private func category(_ record: RecordDifference) -> String? {
    let value = record.values[FeedField.category.name]
    return value?.reference.map { titles[$0.recordName] ?? $0.recordName.rawValue } ?? value?.string
  }

  private func fields(_ record: RecordDifference) -> [ChangedField] {
    record.fields.map { ChangedField($0, titles: titles) }
  }
}
