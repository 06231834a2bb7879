package import Catalog

/// What seeding does where lists leave it open.
package struct SeedPolicy: Sendable {
  /// What becomes of feeds with the same identity under two addresses, or twice under one.
  package enum Duplicates: String, CaseIterable, Sendable {
    /// What is stored wins, then what comes first; the others are told.
    case keepFirst = "keep-first"
    /// As `keepFirst`, but an `http` address gives way to an `https` one, in the container too.
    case preferHTTPS = "prefer-https"
    /// Each is an error, so that nothing is written.
    case report
  }

  /// The categories of folders, besides those named like one.
  package var categoryMap: CategoryMap?
  /// What becomes of feeds that stand twice.
  package var duplicates: Duplicates
  /// Feeds that are never seeded.
  package var denied: Set<FeedURL.Key>

  /// A policy; without anything, the folders' names decide, the first of two feeds wins, and none is denied.
  package init(
    categoryMap: CategoryMap? = nil, duplicates: Duplicates = .keepFirst, denied: Set<FeedURL.Key> = []
  ) {
    self.categoryMap = categoryMap
    self.duplicates = duplicates
    self.denied = denied
  }
}
