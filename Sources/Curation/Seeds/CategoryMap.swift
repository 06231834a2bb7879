import Diagnostics

/// A map from list folders to categories, read from a category map file.
package struct CategoryMap: Hashable, Sendable {
  /// A folder and its category.
  struct Entry: Hashable, Sendable {
    /// The folder's name, or its path with '/' between the names, as written.
    let folder: String
    /// The category's slug, or another folder of the map.
    let target: String
    /// The location of the target.
    let range: SourceRange
  }

  /// The file, as the user named it.
  let file: String
  /// The entries, in file order.
  var entries: [Entry] = []
  /// The category for feeds whose folders do not determine one. Its `folder` is empty.
  var fallback: Entry?
}
