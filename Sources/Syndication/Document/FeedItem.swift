package import struct Foundation.Date

/// An item of a feed, as published except for resolved relative links. Those in the texts of XML feeds refer to
/// `xml:base`, or else to the item's link.
package struct FeedItem: Equatable, Sendable {
  /// The publisher's identifier: `guid`, `id` or `rdf:about`.
  package var id: String?
  /// The identifier with the white space around it, which some programs keep; `nil` without such space.
  package var paddedID: String?
  /// The link to the item's page, or else a permanent link in the identifier.
  package var link: String?
  /// The title, as text or HTML.
  package var title: String?
  package var published: Date?
  package var updated: Date?
  /// The summary, as text or HTML.
  package var summary: String?
  /// The full text, as text or HTML.
  package var content: String?
  /// Whether the feed declares the title to be text, so that it has no markup.
  package var isTitleText = false
  /// Whether the feed declares the summary to be text, so that it has no markup.
  package var isSummaryText = false
  /// Whether the feed declares the full text to be text, so that it has no markup.
  package var isContentText = false
  /// The first author, or else that of an Atom or JSON feed: the name, or else what the feed has in its place, such as a
  /// mail address.
  package var author: String?
  /// The categories in document order, at most 100.
  package var categories: [String] = []
  /// The address of the picture: a thumbnail, or else an image among the media files, or else the podcast image.
  package var image: String?
  /// The language, as written.
  package var language: String?
  /// Whether the publisher asks not to republish the item.
  package var isBlocked = false
  /// Whether the document ends within the item.
  package var isTruncated = false

  /// The publication date, or else the date of the last change.
  package var date: Date? { published ?? updated }
}
