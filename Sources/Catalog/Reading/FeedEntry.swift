package import CloudKitRecords

/// The facts about a feed that jobs need, independent of the layout.
package struct FeedEntry: Hashable, Sendable {
  /// The record of a feed's measurements, in layouts that separate it from the feed's record.
  package struct Metadata: Hashable, Sendable {
    /// The record name.
    package var recordName: RecordName
    /// The change tag of the version that was read.
    package var changeTag: String?
    /// The published number of subscribers.
    package var subscriberCount: Int?
    /// The period in which `subscriberCount` was published.
    package var subscriberPeriod: String?
  }

  /// The name of the feed's record.
  package var recordName: RecordName
  /// The change tag of the version that was read.
  package var changeTag: String?
  /// The display name.
  package var title: String
  /// Whether the display name is only a placeholder.
  package var hasPlaceholderTitle: Bool { FeedURL.isPlaceholder(title, of: feedURL) }
  /// The URL of the feed, as stored.
  package var feedURL: String
  /// The category: its record name (the slug), or its display name in `celestraKit`.
  package var category: String?
  /// The language, as stored; `nil` outside the scopes `standard` and `details`.
  package var language: String?
  /// Whether the feed's source is trusted.
  package var isVerified: Bool
  /// Whether the editors feature the feed.
  package var isFeatured: Bool
  /// Whether the feed is fetched.
  package var isActive: Bool
  /// The stored score, 0…100, rounded half up to a whole number.
  package var qualityScore: Int?
  /// The published number of subscribers.
  package var subscriberCount: Int?
  /// The number of attempted fetches.
  package var totalAttempts: Int?
  /// The number of successful fetches.
  package var successfulAttempts: Int?
  /// The number of failed fetches since the last successful one.
  package var failureCount: Int?
  /// The date of the last attempted fetch.
  package var lastAttempted: Timestamp?
  /// The date of the last successful fetch.
  package var lastFetchSuccess: Timestamp?
  /// The reason for the last failed fetch.
  package var lastFailureReason: String?
  /// The percentage of successful fetches in the last 30 days, 0…100.
  package var uptimePercentage: Double?
  /// The average number of entries per week.
  package var averageArticlesPerWeek: Double?
  /// The median time between entries, in hours.
  package var updateFrequency: Double?
  /// The `ETag` of the last response, byte for byte.
  package var etag: String?
  /// The `Last-Modified` of the last response, byte for byte.
  package var lastModified: String?
  /// The publisher's minimum time between fetches, in seconds.
  package var minUpdateInterval: Int?
  /// The digest of the document whose articles were stored last.
  package var articlesDigest: String?
  /// The digest of that document's validators.
  package var articlesValidator: String?
  /// The date when a whole document was last compared with the stored articles.
  package var articlesReadAt: Timestamp?
  /// The record of the feed's measurements; `nil` if missing or if the feed's own record holds the measurements.
  package var metadata: Metadata?
  /// The facts that few jobs need; `nil` outside the `details` scope.
  package var details: FeedDetails?

  /// Creates a feed without any other facts.
  package init(recordName: RecordName, title: String, feedURL: String) {
    self.recordName = recordName
    self.title = title
    self.feedURL = feedURL
    isVerified = false
    isFeatured = false
    isActive = true
  }

  /// Creates a feed from a record. Reads only the fields of a scope.
  /// - Parameter metadata: the record of the feed's measurements, in layouts that separate it from the feed's record.
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
    if scope == .standard || scope == .details { language = try feed.string(FeedField.language) }
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
    etag = try measures.string(MetadataField.etag)
    lastModified = try measures.string(MetadataField.lastModified)
    minUpdateInterval = try measures.number(MetadataField.minUpdateInterval).flatMap { Int(exactly: $0.rounded()) }
    articlesDigest = try measures.string(MetadataField.articlesDigest)
    articlesValidator = try measures.string(MetadataField.articlesValidator)
    articlesReadAt = try measures.date(MetadataField.articlesReadAt)
    if scope != .details { return }
    details?.averageRating = try measures.number(MetadataField.averageRating)
    details?.ratingCount = try measures.integer(MetadataField.ratingCount)
  }
}
