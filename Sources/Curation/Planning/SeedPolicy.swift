package import Catalog

/// A policy for cases that seed lists do not decide.
package struct SeedPolicy: Sendable {
  /// How to resolve feeds with the same identity, under the same or different addresses.
  package enum Duplicates: String, CaseIterable, Sendable {
    /// Keep the stored feed, otherwise the first one. Report the others.
    case keepFirst = "keep-first"
    /// As `keepFirst`, but replace an `http` address with an `https` one, also in the container.
    case preferHTTPS = "prefer-https"
    /// Report each duplicate as an error, so that nothing is written.
    case report
  }

  /// The map from folders to categories, in addition to folders named after a category.
  package var categoryMap: CategoryMap?
  /// How to resolve duplicate feeds.
  package var duplicates: Duplicates
  /// The feeds that are never seeded.
  package var denied: Set<FeedURL.Key>
  /// Whether addresses may contain a user name or password. Everyone can read a catalog.
  package var allowsCredentials: Bool

  /// Creates a policy. By default, folder names determine the category, the first duplicate wins, no feed is denied,
  /// and addresses must not contain credentials.
  package init(
    categoryMap: CategoryMap? = nil, duplicates: Duplicates = .keepFirst, denied: Set<FeedURL.Key> = [],
    allowsCredentials: Bool = false
  ) {
    self.categoryMap = categoryMap
    self.duplicates = duplicates
    self.denied = denied
    self.allowsCredentials = allowsCredentials
  }
}
