import Catalog
package import CloudKitRecords

/// A search for records of a container that its seed folders do not state. Kinds without any seeds are not searched.
struct OrphanSearch {
  private var feeds: [SeedOrphan] = []
  /// The categories of the stated feeds.
  private var used: Set<RecordName> = []
  /// The categories of the other feeds.
  private var categories: [RecordName: RecordName] = [:]
  private let statesFeeds: Bool
  private let unreadAddresses: [FeedURL.Key: String]

  init(_ seeds: SeedCatalog) {
    statesFeeds = !seeds.feeds.isEmpty
    unreadAddresses = seeds.unreadAddresses
  }

  /// Records a feed of the container.
  /// - Parameter isStated: Whether a seed states the feed.
  mutating func add(_ feed: Record, isStated: Bool) {
    let category = feed[FeedField.category]?.reference?.recordName
    if isStated || !statesFeeds {
      // If a seed moves the feed to another category, the old category may remain until the next run. This is harmless.
      if let category { used.insert(category) }
      return
    }
    categories[feed.name] = category
    let place = feed.feedURL.flatMap { unreadAddresses[$0.key] }
    let reason = place.map { "its address is at \($0), in a part that states no feed" }
    feeds.append(SeedOrphan(feed, .feed, keptBecause: reason))
  }

  /// Returns the orphans. Records that refer to others come first.
  /// - Parameters:
  ///   - categories: The container's categories, keyed by slug.
  ///   - collections: The container's collections that the seeds do not state.
  ///   - mentioned: The feeds that seeded collections contain but no seed states.
  func orphans(
    of seeds: SeedCatalog, categories: [String: Record], collections: [Record], mentioned: Set<RecordName>
  ) -> [SeedOrphan] {
    var orphans = collections.map { SeedOrphan($0, .collection) }
    orphans += feeds.map { feed in
      var feed = feed
      if mentioned.contains(feed.name) { feed.keptBecause = "a collection in the seed files contains it" }
      return feed
    }
    guard !seeds.categories.isEmpty else { return orphans }
    let stated = Set(seeds.categories.map(\.slug.rawValue))
    let keptFeeds = orphans.lazy.filter { $0.kind == .feed && $0.keptBecause != nil }
    let own = used.union(keptFeeds.compactMap { self.categories[$0.name] })
    let kept = keptCategories(own.union(stated.compactMap { categories[$0]?.name }), categories)
    for (slug, record) in categories.sorted(by: { $0.key < $1.key }) where !stated.contains(slug) {
      let isKept = kept.contains(record.name)
      orphans.append(
        SeedOrphan(record, .category, keptBecause: isKept ? "remaining feeds or categories belong to it" : nil))
    }
    return orphans
  }

  /// Returns categories with all their ancestors.
  private func keptCategories(_ own: Set<RecordName>, _ categories: [String: Record]) -> Set<RecordName> {
    let byName = Dictionary(categories.values.map { ($0.name, $0) }) { first, _ in first }
    var kept: Set<RecordName> = []
    var open = Array(own)
    while let name = open.popLast() {
      guard kept.insert(name).inserted else { continue }
      let parent = byName[name]?[CategoryField.parentCategory]?.reference
      if let parent { open.append(parent.recordName) }
    }
    return kept
  }
}

/// A record of a container that its seed folders do not state.
package struct SeedOrphan: Hashable, Sendable {
  package let kind: SeedKind
  package let name: RecordName
  package let title: String
  /// The change tag when the record was read.
  let changeTag: String?
  /// The reason to keep the record, or `nil` if it can be removed.
  package var keptBecause: String?

  package init(_ record: Record, _ kind: SeedKind, keptBecause: String? = nil) {
    self.kind = kind
    name = record.name
    title = record.title
    changeTag = record.changeTag
    self.keptBecause = keptBecause
  }
}
