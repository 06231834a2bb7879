package import Catalog
package import Diagnostics

/// The contents of seed files, in file order.
package struct SeedCatalog: Hashable, Sendable {
  /// The categories.
  package var categories: [SluggedSeed] = []
  /// The feeds.
  package var feeds: [FeedSeed] = []
  /// The collections.
  package var collections: [SluggedSeed] = []

  /// Creates an empty catalog.
  package init() {}

  /// Appends the contents of another file.
  package mutating func append(_ other: SeedCatalog) {
    categories += other.categories
    feeds += other.feeds
    collections += other.collections
  }

  /// Returns the seeds of the given kinds.
  package func only(_ kinds: [SeedKind]) -> SeedCatalog {
    var seeds = self
    if !kinds.contains(.category) { seeds.categories = [] }
    if !kinds.contains(.feed) { seeds.feeds = [] }
    if !kinds.contains(.collection) { seeds.collections = [] }
    return seeds
  }

  /// The identities of all feeds with valid addresses.
  package var identities: Set<FeedURL.Key> { Set(feeds.compactMap { try? FeedURL($0.feedURL).key }) }

  /// Diagnostics for invalid addresses.
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
