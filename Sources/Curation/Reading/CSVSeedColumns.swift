import CSV
import Catalog

/// The columns of a table of feeds, by the fields they state.
struct CSVSeedColumns {
  /// The column of folders, which are no field.
  static let folder = "folder"

  /// Every kind of column, with the names it has in our exports, in OPML's attributes and in other tables, best first.
  static let kinds: [(name: String, names: [String])] =
    CatalogTable.feeds.curated.map { ($0.name, $0.columns) } + [(folder, ["folder", "folders", "group"])]

  private var columns: [String: Int] = [:]

  /// The columns of a header; `nil` where none holds addresses of feeds.
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

  /// The column of a kind.
  subscript(name: String) -> Int? { columns[name] }

  /// The names of the unknown columns.
  func unknown(in header: CSVHeader) -> [String] {
    header.names.indices.filter { !columns.values.contains($0) && !header.names[$0].isEmpty }.map { header.names[$0] }
  }
}
