package import Catalog
package import CloudKitRecords

/// Settings that determine which articles of a feed are stored, and how.
package struct ArticleSettings: Hashable, Sendable {
  /// What to store of an article.
  package enum Content: String, CaseIterable, Sendable {
    /// The full text that the feed carries.
    case full
    /// An excerpt of at most 500 characters.
    case excerpt
  }

  /// The version of the rules that create articles. A change compares every stored article again.
  private static let version = 3
  /// The maximum retention in days in `publicCatalog`. Source: seed 000, "retention at 90 days max".
  package static let longestRetention = 90
  /// The earliest plausible date, 1990-01-01, in milliseconds. Feeds have 1970 for an unknown date.
  package static let earliestDate: Int64 = 631_152_000_000

  package let layout: CatalogLayout
  package var content = Content.full
  /// The feeds of which only excerpts are stored.
  package var excerptFeeds = ListedFeeds()
  package var denied = DeniedArticles()
  /// The number of days that an article is kept after it was fetched.
  package var retentionDays: Double
  /// The number of newest listed entries of a feed that are always kept.
  package var keepNewest = 10
  /// The maximum number of entries of a feed to store.
  package var maximumPerFeed = 300
  /// Whether to skip articles that another feed also has.
  package var skipsCopies = false
  /// Whether to compare all fields of all articles, even of documents that have not changed.
  package var refreshes = false

  package init(_ layout: CatalogLayout) {
    self.layout = layout
    retentionDays = layout == .publicCatalog ? 90 : 30
  }

  /// The retention in milliseconds.
  package var retention: Int64 { Int64(retentionDays * 86_400_000) }

  /// The time before its expiry from which a listed article is renewed: 14 days, or half of a shorter retention. Feeds
  /// are compared after at most 13 days: a document is read again after 6 days, in the next fetch, which is at most 7
  /// days later.
  var renewal: Int64 { min(14 * 86_400_000, retention / 2) }

  /// The milliseconds after which a document is compared with the stored articles again, also if it has not changed.
  package var comparisonInterval: Int64 { renewal / 14 * 6 }

  /// Returns whether only excerpts of a feed are stored.
  package func isExcerpt(_ feedURL: String?, named name: RecordName) -> Bool {
    content == .excerpt || excerptFeeds.contains(feedURL, named: name)
  }

  /// Returns a text that changes with everything but the document that changes the articles of a feed. Relative links
  /// depend on the address, and another address may have other documents with the same validators.
  private func fingerprint(_ feed: FeedEntry) -> String {
    let parts: [any CustomStringConvertible] = [
      Self.version, layout.rawValue, feed.feedURL, isExcerpt(feed.feedURL, named: feed.recordName) ? "excerpt" : "full",
      retentionDays, keepNewest,
      maximumPerFeed,
      skipsCopies, denied.articles.sorted().joined(separator: " "),
    ]
    return parts.map { "\($0)" }.joined(separator: "|")
  }

  func digest(of body: [UInt8], feed: FeedEntry) -> String { ContentDigest.sha256(fingerprint(feed) + "\n", body) }

  /// Returns the digest of an answer's validators and these settings.
  package func validator(etag: String?, lastModified: String?, feed: FeedEntry) -> String {
    ContentDigest.sha256([fingerprint(feed), etag ?? "", lastModified ?? ""].joined(separator: "\n"))
  }
}

/// Feeds and articles that must not be stored, such as after a request of their publisher.
package struct DeniedArticles: Hashable, Sendable {
  private var feeds = ListedFeeds()
  private(set) var articles: Set<String> = []

  package init() {}

  /// Creates a list of addresses, each of a feed or of an article.
  package init(_ addresses: [String]) {
    feeds = ListedFeeds(addresses)
    articles = Set(addresses)
  }

  package func contains(feed url: String?, named name: RecordName) -> Bool { feeds.contains(url, named: name) }

  /// Returns whether an article is listed, by its address in either web scheme.
  package func contains(article url: String) -> Bool {
    articles.contains(url) || EntryKey.otherScheme(url).map(articles.contains) ?? false
  }
}
