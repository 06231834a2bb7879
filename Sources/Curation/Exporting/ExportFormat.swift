/// A format for catalog exports.
package enum ExportFormat: String, CaseIterable, Sendable {
  case opml, json, csv, markdown

  /// Creates a document in the format.
  func document(_ contents: ExportContents) -> any ExportDocument {
    switch self {
    case .opml: OPMLExport(contents)
    case .json: JSONExport(contents)
    case .csv: CSVExport(contents)
    case .markdown: MarkdownExport(contents)
    }
  }
}

/// The contents of an export that are known before its first feed.
struct ExportContents: Sendable {
  let title: String
  let taxonomy: Taxonomy
  /// The categories to export.
  let categories: [Taxonomy.Category]
  /// The collections to export, with the addresses of their feeds.
  let collections: [(collection: ExportedCollection, feeds: [String])]
  /// Whether the feeds follow a collection's order rather than their categories.
  let isOrdered: Bool
}

/// A document written in parts, with feeds in export order.
protocol ExportDocument {
  /// The values that were omitted.
  var problems: [String] { get }
  /// Returns the text before the first feed.
  func head() -> String
  /// Returns the text of a feed.
  mutating func feed(_ feed: ExportedFeed) -> String
  /// Returns the text after the last feed.
  mutating func foot() -> String
}
