package import struct Foundation.Date

/// A feed as it was read, whatever format it came in.
package struct FeedDocument: Equatable, Sendable {
  /// The family of formats it is of.
  package var format: FeedFormat
  /// The version it claims within its family, as `2.0`; `nil` where it names none.
  package var version: String?
  /// Its name, in text or HTML as the feed has it.
  package var title: String?
  /// The page that it is the feed of, absolute where a base is known.
  package var siteLink: String?
  /// What it is about, in text or HTML as the feed has it: description, subtitle or tagline.
  package var description: String?
  /// The language it says it is in, as written.
  package var language: String?
  /// The address of its picture: image, logo or icon, the first there is.
  package var image: String?
  /// When it says it last changed.
  package var updated: Date?
  /// The seconds it asks readers to wait between two fetches: `ttl`, or `sy:updatePeriod` by `sy:updateFrequency`.
  package var updateInterval: Int?
  /// Its items in the order of the text; no more than the limit, see `itemCount`.
  package var items: [FeedItem] = []
  /// How many items it has, those beyond the limit included.
  package var itemCount = 0
  /// What is wrong with the text, in its order; no more than a hundred are kept.
  package var problems: [FeedProblem] = []
}

extension FeedDocument {
  /// What it is about, as text: without markup, its white space made one.
  package var plainDescription: String? { description.flatMap { PlainText.of($0) } }
}

/// The families of formats that are read.
package enum FeedFormat: String, Equatable, Sendable {
  /// RSS 0.91 to 2.0.
  case rss
  /// RSS 0.90 and 1.0, which are RDF.
  case rdf
  /// Atom 0.3 and 1.0.
  case atom
  /// A channel without anything around it: Microsoft's Channel Definition Format, or RSS that lost its root.
  case channel
  /// JSON Feed 1.0 and 1.1.
  case jsonFeed = "json-feed"
  /// RSS 2.0 written as JSON.
  case rssInJSON = "rss-in-json"
}
