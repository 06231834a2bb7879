import Catalog
import CloudKitRecords

/// A feed as a seed file states it.
package struct FeedSeed: Hashable, Sendable {
  /// The feed's address as written.
  package var feedURL: String
  /// The fields the file states, except the address.
  package var fields = SeedFields.feed
  /// The folders of the feed in a list, outermost first; none in our own JSON files.
  package var folders: [String] = []
  /// The items of an OPML `category` attribute.
  package var categoryAttributes: [String] = []
  /// What the seed may do to a feed that exists.
  package var authority: SeedAuthority
  /// The place in the file.
  package var place: SeedPlace

  /// A feed at an address.
  package init(feedURL: String, authority: SeedAuthority, place: SeedPlace) {
    self.feedURL = feedURL
    self.authority = authority
    self.place = place
  }

  /// The tags the file states.
  var tags: [String]? { fields[FeedField.tags]?.list?.compactMap(\.string) }

  /// Whether another seed has the same folders and category attributes.
  func isBeside(_ other: FeedSeed) -> Bool {
    folders == other.folders && categoryAttributes == other.categoryAttributes
  }
}
