import Catalog
import CloudKitRecords

/// Finds what a container has and its seed folders do not state. Seeds that state nothing of a kind do not speak for it.
struct OrphanSearch {
  private var feeds: [SeedOrphan] = []
  /// Categories of feeds that stay.
  private var used: Set<RecordName> = []
  private let statesFeeds: Bool

  /// A search among what these seeds do not state.
  init(_ seeds: SeedCatalog) { statesFeeds = !seeds.feeds.isEmpty }

  /// Takes note of a feed of the container.
  /// - Parameter isStated: whether a seed is the same feed.
  mutating func meet(_ feed: Record, isStated: Bool) {
    if isStated || !statesFeeds {
      // Where a seed gives it another category, the old one may be kept for a run; that harms nobody.
      if let category = feed[FeedField.category]?.reference { used.insert(category.recordName) }
    } else {
      let title = feed[FeedField.title]?.string ?? feed.name.rawValue
      feeds.append(SeedOrphan(kind: .feed, name: feed.name, title: title, changeTag: feed.changeTag))
    }
  }

  /// The orphans, those that refer to others first.
  /// - Parameters:
  ///   - categories: the container's, by slug.
  ///   - collections: the container's that the seeds do not state.
  ///   - mentioned: feeds that collections of the seeds have, and that no seed states.
  func orphans(
    of seeds: SeedCatalog, categories: [String: Record], collections: [Record], mentioned: Set<RecordName>
  ) -> [SeedOrphan] {
    var orphans = collections.map { record in
      SeedOrphan(
        kind: .collection, name: record.name,
        title: record[CollectionField.title]?.string ?? record.name.rawValue,
        changeTag: record.changeTag)
    }
    orphans += feeds.map { feed in
      var feed = feed
      if mentioned.contains(feed.name) { feed.keptBecause = "a collection of the seed files has it" }
      return feed
    }
    guard !seeds.categories.isEmpty else { return orphans }
    let stated = Set(seeds.categories.map(\.slug.rawValue))
    let kept = keptCategories(stated, categories)
    for (slug, record) in categories.sorted(by: { $0.key < $1.key }) where !stated.contains(slug) {
      orphans.append(
        SeedOrphan(
          kind: .category, name: record.name,
          title: record[CategoryField.name]?.string ?? slug, changeTag: record.changeTag,
          keptBecause: kept.contains(record.name) ? "feeds or categories that stay are in it" : nil))
    }
    return orphans
  }

  /// The categories that feeds that stay are in, and those above them.
  private func keptCategories(_ stated: Set<String>, _ categories: [String: Record]) -> Set<RecordName> {
    let byName = Dictionary(categories.values.map { ($0.name, $0) }) { first, _ in first }
    var kept: Set<RecordName> = []
    var open = Array(used) + stated.compactMap { categories[$0]?.name }
    while let name = open.popLast() {
      guard kept.insert(name).inserted else { continue }
      let parent = byName[name]?[CategoryField.parentCategory]?.reference
      if let parent { open.append(parent.recordName) }
    }
    return kept
  }
}
