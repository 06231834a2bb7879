import Catalog

/// A folder of a list, with what its new feeds get for it.
package struct SeedFolder: Hashable, Sendable {
  /// The names of the folders, outermost first.
  package let names: [String]
  /// The slug or name of the category; `nil` if the feeds get none.
  package let category: String?
  package let tags: [String]
  package fileprivate(set) var feeds = 0
}

extension FeedPlanner {
  /// The folders of lists that state new feeds, in the order of the lists.
  var folders: [SeedFolder] {
    var folders: [SeedFolder] = []
    var positions: [SeedFolder: Int] = [:]
    let initial = categories.areRecords && categories.isNamed(KnownCategories.fallback) ? KnownCategories.fallback : nil
    for case .some(let feed) in wanted where feed.storedName == nil {
      let seed = seeds[feed.seed]
      if seed.authority != .fillAbsent || seed.folders.isEmpty { continue }
      let category = feed.category ?? mapping.fallback ?? initial
      let tags = mapping.tags(folders: seed.folders, attributes: [], besides: category)
      let folder = SeedFolder(names: seed.folders, category: category, tags: tags)
      let position = positions[folder] ?? folders.endIndex
      if position == folders.endIndex { folders.append(folder) }
      positions[folder] = position
      folders[position].feeds += 1
    }
    return folders
  }
}
