package import Catalog
package import Diagnostics

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

  /// The identities of the feeds whose addresses can be read.
  package var identities: Set<FeedURL.Key> { Set(feeds.compactMap { try? FeedURL($0.feedURL).key }) }

  /// What is wrong with the other addresses.
  package var invalidAddresses: [Diagnostic] {
    feeds.compactMap { seed in
      do {
        _ = try FeedURL(seed.feedURL)
        return nil
      } catch {
        return seed.place.diagnostic(
          .warning, rule: "invalid-feed-url", "\(error)", help: "give the feed's http or https address")
      }
    }
  }
}
