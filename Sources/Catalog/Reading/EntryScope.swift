/// The set of feed fields to read. A catalog may have a million feeds, and most jobs need few fields.
package enum EntryScope: Sendable {
  /// All fields of an entry except `FeedDetails`.
  case standard
  /// Identity, curated fields and counters.
  case numbers
  /// Identity and health.
  case health
  /// All fields of an entry.
  case details

  private static let identity = [FeedField.title, FeedField.feedURL, FeedField.category, FeedField.isActive]
  private static let editorial = [
    FeedField.isVerified, FeedField.isFeatured, FeedField.qualityScore, FeedField.subscriberCount,
  ]
  private static let counters = [
    MetadataField.feedReference, MetadataField.totalAttempts, MetadataField.successfulAttempts,
    MetadataField.failureCount,
  ]
  private static let published = [MetadataField.subscriberCount, MetadataField.subscriberPeriod]
  private static let fetches = [
    MetadataField.lastAttempted, MetadataField.lastFetchSuccess, MetadataField.lastFailureReason,
    MetadataField.uptimePercentage, MetadataField.averageArticlesPerWeek,
  ]
  private static let answers = [
    MetadataField.etag, MetadataField.lastModified, MetadataField.minUpdateInterval, MetadataField.articlesDigest,
    MetadataField.articlesValidator, MetadataField.articlesReadAt,
  ]

  /// The fields of the feed's record.
  var feedFields: [CatalogField] {
    switch self {
    case .numbers: Self.identity + Self.editorial
    case .health: Self.identity + [FeedField.updateFrequency]
    case .standard: Self.identity + Self.editorial + [FeedField.updateFrequency, FeedField.language]
    case .details:
      Self.identity + Self.editorial + [FeedField.updateFrequency] + FeedDetails.fields
    }
  }

  /// The fields of the feed's measurements.
  var metadataFields: [CatalogField] {
    switch self {
    case .numbers: Self.counters + Self.published
    case .health: Self.counters + Self.fetches
    case .standard: Self.counters + Self.published + Self.fetches + Self.answers
    case .details:
      Self.counters + Self.published + Self.fetches + Self.answers
        + [MetadataField.averageRating, MetadataField.ratingCount]
    }
  }
}
