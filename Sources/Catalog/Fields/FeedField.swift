import CloudKitRecords

/// The fields of PublicFeed, and of CelestraKit's Feed except its measurements.
///
/// Source: seed 000, Record Type PublicFeed; MistKit, Examples/CelestraCloud/schema.ckdb, read 2026-11. `isActive` in
/// PublicFeed is our addition (design, decisions). CelestraKit uses the record's creation date instead of `addedAt`.
package enum FeedField {
  /// The canonical URL, unique by the identity key of `FeedURL`.
  package static let feedURL = CatalogField(
    "feedURL", .verbatim, .curator, isRequired: true,
    columns: ["xmlUrl", "rss", "rssURL", "rssFeed", "feed", "feedLink", "atom", "url", "link"])
  package static let title = CatalogField(
    "title", .text(.title), .curator, isRequired: true, columns: ["name", "text", "feedTitle"])
  package static let subtitle = CatalogField(
    "subtitle", .text(.description), .curator, kit: .named("description"),
    columns: ["description", "subtitle", "summary"])
  /// The home page of the feed's site.
  package static let siteURL = CatalogField(
    "siteURL", .address, .curator, columns: ["htmlUrl", "site", "website", "homepage", "address", "url", "link"])
  package static let imageURL = CatalogField("imageURL", .address, .curator, columns: ["image", "icon", "logo"])
  package static let category = CatalogField("category", .category, .curator, columns: ["topic"])
  /// The language, ISO 639-1.
  package static let language = CatalogField("language", .language, .curator, columns: ["lang"])
  package static let isFeatured = CatalogField(
    "isFeatured", .flag, .curator, initial: [.publicCatalog: .flag(false), .celestraKit: .flag(false)],
    columns: ["featured"])
  /// Whether the feed's source is trusted.
  package static let isVerified = CatalogField(
    "isVerified", .flag, .curator, initial: [.publicCatalog: .flag(false), .celestraKit: .flag(false)],
    columns: ["verified"])
  /// Whether to fetch the feed; a missing value counts as true.
  package static let isActive = CatalogField(
    "isActive", .flag, .curator, initial: [.celestraKit: .flag(true)], columns: ["active"])
  /// Search keywords.
  package static let tags = CatalogField("tags", .tags, .curator, columns: ["keywords", "labels"])
  package static let addedAt = CatalogField("addedAt", .date, .curator, kit: .none, columns: ["added"])
  package static let qualityScore = CatalogField("qualityScore", .score, .score, range: 0...100)
  package static let subscriberCount = CatalogField("subscriberCount", .count, .subscribers, range: 0...1e10)
  package static let lastVerified = CatalogField("lastVerified", .date, .probe, kit: .named("verifiedTimestamp"))
  /// The median time between entries, in seconds in CelestraKit, although its schema comment says articles per day.
  package static let updateFrequency = CatalogField("updateFrequency", .hours, .probe)

  static let all: [CatalogField] = [
    feedURL, title, subtitle, siteURL, imageURL, category, language, isFeatured, isVerified, isActive, tags, addedAt,
    qualityScore, subscriberCount, lastVerified, updateFrequency,
  ]
}

/// The fields of FeedMetadata, including those that CelestraKit stores in Feed.
///
/// Source: seed 000, Record Type FeedMetadata; the counters and validators are our additions (design, decisions).
package enum MetadataField {
  package static let feedReference = CatalogField("feedReference", .feed, .writer, kit: .none, isRequired: true)
  package static let subscriberCount = CatalogField(
    "subscriberCount", .count, .subscribers, kit: .none, range: 0...1e10)
  /// The period in which `subscriberCount` was published, such as `2026-11-21`. Each period has one count.
  package static let subscriberPeriod = CatalogField("subscriberPeriod", .verbatim, .subscribers, kit: .none)
  package static let averageRating = CatalogField("averageRating", .number, .subscribers, kit: .none, range: 0...5)
  package static let ratingCount = CatalogField("ratingCount", .count, .subscribers, kit: .none, range: 0...1e10)
  /// The date of the last successful fetch. CelestraKit has one date for this field and `FeedField.lastVerified`.
  package static let lastFetchSuccess = CatalogField(
    "lastFetchSuccess", .date, .probe, kit: .named("verifiedTimestamp"))
  package static let lastFetchFailure = CatalogField("lastFetchFailure", .date, .probe, kit: .none)
  /// The percentage of successful fetches in the last 30 days.
  package static let uptimePercentage = CatalogField("uptimePercentage", .number, .probe, kit: .none, range: 0...100)
  package static let averageArticlesPerWeek = CatalogField(
    "averageArticlesPerWeek", .number, .probe, kit: .none, range: 0...1e6)
  /// `healthy`, `degraded` or `down`; missing before the first probe.
  package static let healthStatus = CatalogField("healthStatus", .verbatim, .probe, kit: .none)
  package static let lastHealthCheck = CatalogField("lastHealthCheck", .date, .probe, kit: .none)
  package static let totalAttempts = CatalogField("totalAttempts", .count, .probe, range: 0...1e10)
  package static let successfulAttempts = CatalogField("successfulAttempts", .count, .probe, range: 0...1e10)
  /// The number of failed fetches since the last successful one.
  package static let failureCount = CatalogField("failureCount", .count, .probe, range: 0...1e10)
  package static let lastAttempted = CatalogField("lastAttempted", .date, .probe, kit: .named("attemptedTimestamp"))
  package static let lastFailureReason = CatalogField("lastFailureReason", .verbatim, .probe)
  package static let etag = CatalogField("etag", .verbatim, .probe)
  package static let lastModified = CatalogField("lastModified", .verbatim, .probe)
  /// The publisher's minimum time between fetches. CelestraCloud stores seconds, although CelestraKit's schema comment
  /// says hours.
  package static let minUpdateInterval = CatalogField("minUpdateInterval", .seconds, .probe, range: 0...1e10)

  /// The digest of the document whose articles were stored last, and of the settings that determine articles. An equal
  /// document has no new articles.
  package static let articlesDigest = CatalogField("articlesDigest", .verbatim, .probe)
  /// The digest of that document's `ETag` and `Last-Modified`, and of the settings that determine articles. Validators
  /// are sent only if they match: a 304 about another document would lose its articles.
  package static let articlesValidator = CatalogField("articlesValidator", .verbatim, .probe)
  /// The date when a whole document was last read and compared with the stored articles.
  package static let articlesReadAt = CatalogField(
    "articlesReadAt", .date, .probe, kit: .named("articlesTimestamp"))
  /// What `update` keeps between runs. The schemas of other programs lack these fields.
  package static let articleMarks = [articlesDigest, articlesValidator, articlesReadAt]

  static let all: [CatalogField] = [
    feedReference, subscriberCount, subscriberPeriod, averageRating, ratingCount, lastFetchSuccess, lastFetchFailure,
    uptimePercentage, averageArticlesPerWeek, healthStatus, lastHealthCheck, totalAttempts, successfulAttempts,
    failureCount, lastAttempted, lastFailureReason, etag, lastModified, minUpdateInterval, articlesDigest,
    articlesValidator, articlesReadAt,
  ]
}
