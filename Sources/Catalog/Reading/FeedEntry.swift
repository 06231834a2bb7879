package import CloudKitRecords

/// What a job needs to know of a feed, whichever layout it comes from.
package struct FeedEntry: Hashable, Sendable {
  /// The record that keeps a feed's measurements, where that is another than the feed's own.
  package struct Metadata: Hashable, Sendable {
    /// Its name.
    package var recordName: RecordName
    /// The version it was read at.
    package var changeTag: String?
    /// The number of subscribers it publishes.
    package var subscriberCount: Int?
    /// The period that count was published in.
    package var subscriberPeriod: String?
  }

  /// The name of the feed's record.
  package var recordName: RecordName
  /// The version it was read at.
  package var changeTag: String?
  /// The name to show.
  package var title: String
  /// Where the feed is, as stored.
  package var feedURL: String
  /// Its category: the record name, which is the slug, or in `celestraKit` the name as shown.
  package var category: String?
  /// Whether its source is trusted.
  package var isVerified: Bool
  /// Whether the editors put it forward.
  package var isFeatured: Bool
  /// Whether it is still fetched.
  package var isActive: Bool
  /// The stored score, 0…100, rounded half up where it is no whole number.
  package var qualityScore: Int?
  /// The number of subscribers it publishes.
  package var subscriberCount: Int?
  /// Fetches tried.
  package var totalAttempts: Int?
  /// Fetches that succeeded.
  package var successfulAttempts: Int?
  /// Fetches that failed since the last one that succeeded.
  package var failureCount: Int?
  /// When a fetch was last tried.
  package var lastAttempted: Timestamp?
  /// When a fetch last succeeded.
  package var lastFetchSuccess: Timestamp?
  /// When a fetch last failed.
  package var lastFetchFailure: Timestamp?
  /// Why the last failed fetch failed.
  package var lastFailureReason: String?
  /// The share of the last 30 days it was up, 0…100.
  package var uptimePercentage: Double?
  /// How often something is published.
  package var averageArticlesPerWeek: Double?
  /// The stored health status.
  package var healthStatus: String?
  /// Hours between updates.
  package var updateFrequency: Double?
  /// The `ETag` of the last answer, byte for byte.
  package var etag: String?
  /// The `Last-Modified` of the last answer, byte for byte.
  package var lastModified: String?
  /// Seconds the feed asks to be left alone between fetches.
  package var minUpdateInterval: Int?
  /// The record of its measurements; `nil` where there is none, or where it is the feed's own.
  package var metadata: Metadata?
  /// What few jobs need; `nil` unless it was asked for.
  package var details: FeedDetails?

  /// A feed nothing is known of yet.
  package init(recordName: RecordName, title: String, feedURL: String) {
    self.recordName = recordName
    self.title = title
    self.feedURL = feedURL
    isVerified = false
    isFeatured = false
    isActive = true
  }

  /// A feed of the `publicCatalog` layout with its measurements, if there are any.
  package init(_ feed: PublicFeed, _ metadata: FeedMetadata?) {
    self.init(recordName: feed.recordName, title: feed.title, feedURL: feed.feedURL)
    changeTag = feed.changeTag
    category = feed.category?.rawValue
    isVerified = feed.isVerified ?? false
    isFeatured = feed.isFeatured ?? false
    isActive = feed.isActive ?? true
    qualityScore = feed.qualityScore.flatMap { Int(exactly: ($0 + 0.5).rounded(.down)) }
    subscriberCount = feed.subscriberCount
    updateFrequency = feed.updateFrequency.map(Double.init)
    guard let metadata else { return }
    totalAttempts = metadata.totalAttempts
    successfulAttempts = metadata.successfulAttempts
    failureCount = metadata.failureCount
    lastAttempted = metadata.lastAttempted
    lastFetchSuccess = metadata.lastFetchSuccess
    lastFetchFailure = metadata.lastFetchFailure
    lastFailureReason = metadata.lastFailureReason
    uptimePercentage = metadata.uptimePercentage
    averageArticlesPerWeek = metadata.averageArticlesPerWeek
    healthStatus = metadata.healthStatus
    etag = metadata.etag
    lastModified = metadata.lastModified
    minUpdateInterval = metadata.minUpdateInterval
    self.metadata = Metadata(
      recordName: metadata.recordName, changeTag: metadata.changeTag, subscriberCount: metadata.subscriberCount,
      subscriberPeriod: metadata.subscriberPeriod)
  }

  /// A feed of the `celestraKit` layout. It has no date of the last success but the one it was last verified at.
  package init(_ feed: Feed) {
    self.init(recordName: feed.recordName, title: feed.title, feedURL: feed.feedURL)
    changeTag = feed.changeTag
    category = feed.category
    isVerified = feed.isVerified ?? false
    isFeatured = feed.isFeatured ?? false
    isActive = feed.isActive ?? true
    qualityScore = feed.qualityScore
    subscriberCount = feed.subscriberCount
    updateFrequency = feed.updateFrequency.map { $0 / 3600 }
    totalAttempts = feed.totalAttempts
    successfulAttempts = feed.successfulAttempts
    failureCount = feed.failureCount
    lastAttempted = feed.lastAttempted
    lastFetchSuccess = feed.lastVerified
    lastFailureReason = feed.lastFailureReason
    etag = feed.etag
    lastModified = feed.lastModified
    minUpdateInterval = feed.minUpdateInterval.flatMap { Int(exactly: $0.rounded()) }
  }
}
