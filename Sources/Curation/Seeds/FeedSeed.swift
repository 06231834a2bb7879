package import CloudKitRecords

/// A feed as a seed file states it. A field that is `nil` and not among `cleared` is one the file does not name.
package struct FeedSeed: Hashable, Sendable {
  /// The feed's address as written.
  package var feedURL: String
  /// The name to show.
  package var title: String?
  /// What the feed says of itself.
  package var subtitle: String?
  /// The site's home page.
  package var siteURL: String?
  /// The feed's image.
  package var imageURL: String?
  /// The category's slug.
  package var category: String?
  /// ISO 639-1.
  package var language: String?
  /// Whether the editors put it forward.
  package var isFeatured: Bool?
  /// Whether its source is trusted.
  package var isVerified: Bool?
  /// Whether it is fetched.
  package var isActive: Bool?
  /// Words to find it by.
  package var tags: [String]?
  /// When it came into the catalogue.
  package var addedAt: Timestamp?
  /// Fields the file sets to null.
  package var cleared: Set<String> = []
  /// The folders it lies in, outermost first; none in our own JSON files.
  package var folders: [String] = []
  /// What an OPML `category` attribute says, item by item.
  package var categoryAttributes: [String] = []
  /// What it may do to a feed that exists.
  package var authority: SeedAuthority
  /// Where it stands.
  package var place: SeedPlace

  /// A feed at an address.
  package init(feedURL: String, authority: SeedAuthority, place: SeedPlace) {
    self.feedURL = feedURL
    self.authority = authority
    self.place = place
  }

  /// Whether another seed stands in the same folders and has the same category attributes.
  func isBeside(_ other: FeedSeed) -> Bool {
    folders == other.folders && categoryAttributes == other.categoryAttributes
  }
}
