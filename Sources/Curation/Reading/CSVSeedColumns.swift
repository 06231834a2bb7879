import CSV
import Catalog

/// The columns of a feed table, keyed by the fields they state.
struct CSVSeedColumns {
  /// The column of folders, which is not a catalog field.
  static let folder = "folder"

  /// The column kinds with their accepted names, preferred names first. The names come from this project's exports,
  /// from OPML attributes, and from other tables.
  static let kinds: [(name: String, names: [String])] =
    CatalogTable.feeds.curated.map { ($0.name, $0.columns) } + [(folder, ["folder", "folders", "group"])]

  private var columns: [String: Int] = [:]

  /// Creates the columns from a header, or returns `nil` if no column contains feed addresses.
  init?(_ header: CSVHeader) {
    var taken: Set<Int> = []
    for (name, names) in Self.kinds {
      let column = names.lazy.compactMap { header.column($0) }.first { !taken.contains($0) }
      guard let column else { continue }
      taken.insert(column)
      columns[name] = column
    }
    if columns[FeedField.feedURL.name] == nil { return nil }
  }

  /// The column index of a kind.
  subscript(name: String) -> Int? { columns[name] }

  /// Returns the names of the unknown columns.
  func unknown(in header: CSVHeader) -> [String] {
    header.names.indices.filter { !columns.values.contains($0) && !header.names[$0].isEmpty }.map { header.names[$0] }
  }
}
