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

  /// The feed of a record; only the fields of a scope are read.
  /// - Parameter metadata: the record of its measurements, in layouts where that is another than the feed's own.
  package init(
    _ record: Record, metadata: Record?, in layout: CatalogLayout, _ scope: EntryScope = .standard
  ) throws(RecordDecodingError) {
    let feed = FieldReader(record, in: layout)
    let feedURL = try feed.required(FeedField.feedURL)
    self.init(recordName: record.name, title: try feed.required(FeedField.title), feedURL: feedURL)
    changeTag = record.changeTag
    category = try feed.name(FeedField.category)
    isActive = try feed.flag(FeedField.isActive) ?? true
    if scope != .health {
      isVerified = try feed.flag(FeedField.isVerified) ?? false
      isFeatured = try feed.flag(FeedField.isFeatured) ?? false
      qualityScore = try feed.number(FeedField.qualityScore).flatMap { Int(exactly: ($0 + 0.5).rounded(.down)) }
      subscriberCount = try feed.integer(FeedField.subscriberCount)
    }
    if scope != .numbers { updateFrequency = try feed.number(FeedField.updateFrequency) }
    if scope == .details { details = try FeedDetails(feed) }
    if layout.hasTaxonomy {
      guard let metadata else { return }
      let measures = FieldReader(metadata, in: layout)
      try read(measures, scope)
      if scope == .health { return }
      self.metadata = Metadata(
        recordName: metadata.name, changeTag: metadata.changeTag,
        subscriberCount: try measures.integer(MetadataField.subscriberCount),
        subscriberPeriod: try measures.string(MetadataField.subscriberPeriod))
    } else {
      try read(feed, scope)
    }
  }

  private mutating func read(_ measures: FieldReader, _ scope: EntryScope) throws(RecordDecodingError) {
    totalAttempts = try measures.integer(MetadataField.totalAttempts)
    successfulAttempts = try measures.integer(MetadataField.successfulAttempts)
    failureCount = try measures.integer(MetadataField.failureCount)
    if scope == .numbers { return }
    lastAttempted = try measures.date(MetadataField.lastAttempted)
    lastFetchSuccess = try measures.date(MetadataField.lastFetchSuccess)
    lastFailureReason = try measures.string(MetadataField.lastFailureReason)
    uptimePercentage = try measures.number(MetadataField.uptimePercentage)
    averageArticlesPerWeek = try measures.number(MetadataField.averageArticlesPerWeek)
    if scope == .health { return }
    lastFetchFailure = try measures.date(MetadataField.lastFetchFailure)
    healthStatus = try measures.string(MetadataField.healthStatus)
    etag = try measures.string(MetadataField.etag)
    lastModified = try measures.string(MetadataField.lastModified)
    minUpdateInterval = try measures.number(MetadataField.minUpdateInterval).flatMap { Int(exactly: $0.rounded()) }
    if scope != .details { return }
    details?.averageRating = try measures.number(MetadataField.averageRating)
    details?.ratingCount = try measures.integer(MetadataField.ratingCount)
  }
}
