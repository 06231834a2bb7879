import Catalog
import CloudKitRecords

/// A feed stated in a seed file.
package struct FeedSeed: Hashable, Sendable {
  /// The feed's address as written.
  package var feedURL: String
  /// The fields that the file states, except the address.
  package var fields = SeedFields(.feeds)
  /// The feed's folders in a list, outermost first. Empty in the project's own JSON files.
  package var folders: [String] = []
  /// The items of the OPML `category` attribute.
  package var categoryAttributes: [String] = []
  /// The seed's authority over an existing feed.
  package var authority: SeedAuthority
  /// The location in the file.
  package var place: SeedPlace

  /// Creates a feed with an address.
  package init(feedURL: String, authority: SeedAuthority, place: SeedPlace) {
    self.feedURL = feedURL
    self.authority = authority
    self.place = place
  }

  /// The tags that the file states.
  var tags: [String]? { fields[FeedField.tags]?.list?.compactMap(\.string) }

  /// Whether another seed has the same folders and category attributes.
  func isBeside(_ other: FeedSeed) -> Bool {
    folders == other.folders && categoryAttributes == other.categoryAttributes
  }
}
