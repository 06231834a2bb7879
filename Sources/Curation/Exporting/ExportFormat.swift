/// What a catalogue is exported as.
package enum ExportFormat: String, CaseIterable, Sendable {
  case opml, json, csv, markdown

  /// A document of the format.
  func document(_ contents: ExportContents) -> any ExportDocument {
    switch self {
    case .opml: OPMLExport(contents)
    case .json: JSONExport(contents)
    case .csv: CSVExport(contents)
    case .markdown: MarkdownExport(contents)
    }
  }
}

/// What is known of an export before its first feed.
struct ExportContents: Sendable {
  let title: String
  let taxonomy: Taxonomy
  /// The categories it states.
  let categories: [Taxonomy.Category]
  /// The collections it states, with the addresses of their feeds.
  let collections: [(collection: ExportedCollection, feeds: [String])]
  /// Whether the feeds come in a collection's order, and not by category.
  let isOrdered: Bool
}

/// A text made of an export's feeds, piece by piece, in their order.
protocol ExportDocument {
  /// What had to be left out.
  var problems: [String] { get }
  /// The text before the first feed.
  func head() -> String
  /// A feed's text.
  mutating func feed(_ feed: ExportedFeed) -> String
  /// The text after the last.
  mutating func foot() -> String
}
