/// Everything seed files state, in the order of the files.
package struct SeedCatalog: Hashable, Sendable {
  /// The categories.
  package var categories: [CategorySeed] = []
  /// The feeds.
  package var feeds: [FeedSeed] = []
  /// The collections.
  package var collections: [CollectionSeed] = []

  /// An empty catalogue.
  package init() {}

  /// Adds what another file states.
  package mutating func append(_ other: SeedCatalog) {
    categories += other.categories
    feeds += other.feeds
    collections += other.collections
  }

  /// The seeds of some kinds only.
  package func only(_ kinds: [SeedKind]) -> SeedCatalog {
    var seeds = self
    if !kinds.contains(.category) { seeds.categories = [] }
    if !kinds.contains(.feed) { seeds.feeds = [] }
    if !kinds.contains(.collection) { seeds.collections = [] }
    return seeds
  }
}
