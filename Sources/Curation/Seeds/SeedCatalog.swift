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
}
