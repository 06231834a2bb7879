package import struct Foundation.Date

package struct FeedDocument: Equatable, Sendable {
  package var format: FeedFormat
  /// The declared version of the format, such as `2.0`.
  package var version: String?
  /// The title, as text or HTML.
  package var title: String?
  /// The link to the site, absolute if the base is known.
  package var siteLink: String?
  /// The description, subtitle or tagline, as text or HTML.
  package var description: String?
  /// The language, as written.
  package var language: String?
  /// The address of the image, or else the logo or icon.
  package var image: String?
  /// The date of the last change, as stated by the feed.
  package var updated: Date?
  /// The requested seconds between fetches: `ttl`, or `sy:updatePeriod` divided by `sy:updateFrequency`.
  package var updateInterval: Int?
  /// Whether the publisher asks not to republish the feed: `itunes:block`, or `robots` with `noarchive` or `nosnippet`.
  package var isBlocked = false
  /// The items in document order, up to the limit.
  package var items: [FeedItem] = []
  /// The number of items, including items beyond the limit.
  package var itemCount = 0
  /// The problems in document order, at most 100.
  package var problems: [FeedProblem] = []
}

package enum FeedFormat: String, Equatable, Sendable {
  /// RSS 0.91 to 2.0.
  case rss
  /// RSS 0.90 and 1.0, based on RDF.
  case rdf
  /// Atom 0.3 and 1.0.
  case atom
  /// A channel as root: Microsoft's Channel Definition Format, or RSS without its root.
  case channel
  /// JSON Feed 1.0 and 1.1.
  case jsonFeed = "json-feed"
  /// RSS 2.0 in JSON syntax.
  case rssInJSON = "rss-in-json"
}
