import Catalog
import CloudKitRecords

/// A feed to export, created from a record of either layout.
struct ExportedFeed: Sendable {
  /// The canonical address, without a user name or password.
  let url: FeedURL
  /// The title, which defaults to the address.
  let title: String
  /// The category reference, as stored in feeds.
  let category: String?
  private let record: Record
  private let layout: CatalogLayout

  /// Creates a feed from a record.
  /// - Throws: The reason that the feed cannot be exported.
  init(_ record: Record, in layout: CatalogLayout) throws(ExportProblem) {
    self.record = record
    self.layout = layout
    let stored = record[FeedField.title]?.string
    let shown = stored ?? record.name.rawValue
    do {
      url = try FeedURL(record[FeedField.feedURL]?.string ?? "")
    } catch {
      throw ExportProblem(message: "feed '\(shown)' is not exported: \(error)")
    }
    guard url.redacted == url.canonical else {
      throw ExportProblem(message: "feed '\(shown)' is not exported: its URL contains a user name or password")
    }
    title = stored.flatMap { $0.isEmpty ? nil : $0 } ?? url.key.description
    let category = record[FeedField.category]
    self.category = category?.reference?.recordName.rawValue ?? category?.string
  }

  /// Returns the value of a field, or `nil` for an empty text or a value of the wrong type.
  func value(_ field: CatalogField) -> FieldValue? {
    if field === FeedField.feedURL { return .string(url.canonical) }
    if field === FeedField.title { return .string(title) }
    guard let value = record[field, layout], field.accepts(value, in: layout) else { return nil }
    switch value {
    case .string(let text): return text.isEmpty ? nil : value
    case .list(let members): return .list(members.filter { $0.string?.isEmpty != true })
    default: return value
    }
  }

  /// Returns the text of a field.
  func text(_ field: CatalogField) -> String? { value(field)?.string }

  /// The feed's tags.
  var tags: [String]? { value(FeedField.tags)?.list?.compactMap(\.string) }
}

/// A reason that a record is omitted from an export or exported differently from the catalog.
struct ExportProblem: Error {
  let message: String
}
