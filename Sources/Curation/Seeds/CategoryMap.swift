import Diagnostics

/// Which folders of lists are which categories, as a category map file states it.
package struct CategoryMap: Hashable, Sendable {
  /// A folder, and what it is.
  struct Entry: Hashable, Sendable {
    /// The folder's name, or its path with '/' between the names, as written.
    let folder: String
    /// The category's slug, or another folder of the map.
    let target: String
    /// The target's place.
    let range: SourceRange
  }

  /// The file, as the user named it.
  let file: String
  /// The folders, in the order of the file.
  var entries: [Entry] = []
  /// The category of feeds no folder says one for; `folder` is empty.
  var fallback: Entry?
}
