package import struct Foundation.Date

/// One item of a feed; every field is as the feed has it, but for relative links, which are resolved.
package struct FeedItem: Equatable, Sendable {
  /// What the publisher identifies it by: `guid`, `id` or `rdf:about`.
  package var id: String?
  /// The page it stands for; the identifier where that is a permanent link and there is no other.
  package var link: String?
  /// Its headline, in text or HTML.
  package var title: String?
  /// When it was published.
  package var published: Date?
  /// When it last changed.
  package var updated: Date?
  /// Who wrote it: a name, or what there is in its place.
  package var author: String?
  /// Its short text, in text or HTML.
  package var summary: String?
  /// Its whole text, in text or HTML.
  package var content: String?
  /// The subjects it is filed under, in the order of the text.
  package var categories: [String] = []
  /// The media files that go with it.
  package var enclosures: [FeedEnclosure] = []

  /// When it was published, or else last changed.
  package var date: Date? { published ?? updated }

  /// What tells it from other items of its feed: its identifier, or else its link, or else its headline.
  package var identity: String? { id ?? link ?? title }
}

/// A media file that goes with an item.
package struct FeedEnclosure: Equatable, Sendable {
  /// Where it is.
  package var url: String
  /// Its media type, as written.
  package var type: String?
  /// Its size in bytes.
  package var length: Int?
}
