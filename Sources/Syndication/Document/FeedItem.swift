package import struct Foundation.Date

/// An item of a feed, as published except for resolved relative links.
package struct FeedItem: Equatable, Sendable {
  /// The publisher's identifier: `guid`, `id` or `rdf:about`.
  package var id: String?
  /// The link to the item's page, or else a permanent link in the identifier.
  package var link: String?
  /// The title, as text or HTML.
  package var title: String?
  /// The publication date.
  package var published: Date?
  /// The date of the last change.
  package var updated: Date?
  /// The summary, as text or HTML.
  package var summary: String?
  /// The full text, as text or HTML.
  package var content: String?

  /// The publication date, or else the date of the last change.
  package var date: Date? { published ?? updated }

  /// The identity within the feed: the identifier, or else the link, or else the title.
  package var identity: String? { id ?? link ?? title }
}
