package import CloudKitRecords

/// The facts about a feed that jobs need, independent of the layout.
package struct FeedEntry: Hashable, Sendable {
  /// The record of a feed's measurements, in layouts that separate it from the feed's record.
  package struct Metadata: Hashable, Sendable {
    package var recordName: RecordName
    package var changeTag: String?
    package var subscriberCount: Int?
    package var subscriberPeriod: String?
  }

  package var recordName: RecordName
  package var changeTag: String?
  package var title: String
  /// Whether the display name is only a placeholder.
  package var hasPlaceholderTitle: Bool { FeedURL.isPlaceholder(title, of: feedURL) }
  /// The URL of the feed, as stored.
  package var feedURL: String
  /// The category: its record name (the slug), or its display name in `celestraKit`.
  package var category: String?
  package var language: String?
  /// Whether the feed's source is trusted.
  package var isVerified: Bool
  package var isFeatured: Bool
  package var isActive: Bool
  /// The stored score, 0…100, rounded half up to a whole number.
  package var qualityScore: Int?
  package var subscriberCount: Int?
  package var totalAttempts: Int?
  package var successfulAttempts: Int?
  /// The number of failed fetches since the last successful one.
  package var failureCount: Int?
  package var lastAttempted: Timestamp?
  package var lastFetchSuccess: Timestamp?
  package var lastFailureReason: String?
  /// The percentage of successful fetches in the last 30 days, 0…100.
  package var uptimePercentage: Double?
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
  /// The fields of `describing` that have a value.
  package var described: Set<CatalogField> = []
  /// The mean rating, 0…5, as stored.
  package var averageRating: Double?
  package var ratingCount: Int?

  package init(recordName: RecordName, title: String, feedURL: String) {
    self.recordName = recordName
    self.title = title
    self.feedURL = feedURL
    isVerified = false
    isFeatured = false
    isActive = true
  }

  /// Creates a feed from a record. A field that was not read, or that the layout lacks, has no value.
  /// - Parameter metadata: the record of the feed's measurements, in layouts that separate it from the feed's record.
  package init(_ record: Record, metadata: Record?, in layout: CatalogLayout) throws(RecordDecodingError) {
    let feed = FieldReader(record, in: layout)
    let feedURL = try feed.required(FeedField.feedURL)
    let title: String = try feed.required(FeedField.title)
    // Other programs may store an empty one: a link needs a text.
    let isBlank = title.allSatisfy(\.isWhitespace)
    self.init(recordName: record.name, title: isBlank ? FeedURL.redacted(feedURL) : title, feedURL: feedURL)
    changeTag = record.changeTag
    category = try feed.name(FeedField.category)
    language = try feed.string(FeedField.language)
    isActive = try feed.flag(FeedField.isActive) ?? true
    isVerified = try feed.flag(FeedField.isVerified) ?? false
    isFeatured = try feed.flag(FeedField.isFeatured) ?? false
    qualityScore = try feed.number(FeedField.qualityScore).flatMap { Int(exactly: ($0 + 0.5).rounded(.down)) }
    subscriberCount = try feed.integer(FeedField.subscriberCount)
    updateFrequency = try feed.number(FeedField.updateFrequency)
    for field in Self.describing {
      guard let value = try feed.value(field) else { continue }
      let isFilled = value.list.map { !$0.isEmpty } ?? value.string?.utf8.contains { $0 > 0x20 }
      if isFilled == true { described.insert(field) }
    }
    if !layout.hasTaxonomy { try read(feed) }
    guard layout.hasTaxonomy, let metadata else { return }
    let measures = FieldReader(metadata, in: layout)
    try read(measures)
    self.metadata = Metadata(
      recordName: metadata.name, changeTag: metadata.changeTag,
      subscriberCount: try measures.integer(MetadataField.subscriberCount),
      subscriberPeriod: try measures.string(MetadataField.subscriberPeriod))
  }

  private mutating func read(_ measures: FieldReader) throws(RecordDecodingError) {
    totalAttempts = try measures.integer(MetadataField.totalAttempts)
    successfulAttempts = try measures.integer(MetadataField.successfulAttempts)
    failureCount = try measures.integer(MetadataField.failureCount)
    lastAttempted = try measures.date(MetadataField.lastAttempted)
    lastFetchSuccess = try measures.date(MetadataField.lastFetchSuccess)
    lastFailureReason = try measures.string(MetadataField.lastFailureReason)
    uptimePercentage = try measures.number(MetadataField.uptimePercentage)
    averageArticlesPerWeek = try measures.number(MetadataField.averageArticlesPerWeek)
    etag = try measures.string(MetadataField.etag)
    lastModified = try measures.string(MetadataField.lastModified)
    minUpdateInterval = try measures.number(MetadataField.minUpdateInterval).flatMap { Int(exactly: $0.rounded()) }
    articlesDigest = try measures.string(MetadataField.articlesDigest)
    articlesValidator = try measures.string(MetadataField.articlesValidator)
    articlesReadAt = try measures.date(MetadataField.articlesReadAt)
    averageRating = try measures.number(MetadataField.averageRating)
    ratingCount = try measures.integer(MetadataField.ratingCount)
  }
}

extension FeedEntry {
  package static let identity: Set<CatalogField> = [
    FeedField.title, FeedField.feedURL, FeedField.category, FeedField.isActive, MetadataField.feedReference,
  ]
  package static let counters: Set<CatalogField> = [
    MetadataField.totalAttempts, MetadataField.successfulAttempts, MetadataField.failureCount,
  ]
  /// The fields that describe a feed to its readers, of which an entry only knows whether they have a value.
  package static let describing: [CatalogField] = [
    FeedField.subtitle, FeedField.siteURL, FeedField.imageURL, FeedField.language, FeedField.tags,
  ]
  /// The fields that a reader reads unless its job names others: all of an entry except `describing` and the ratings.
  package static let standard: Set<CatalogField> = identity.union(counters).union([
    FeedField.isVerified, FeedField.isFeatured, FeedField.qualityScore, FeedField.subscriberCount,
    FeedField.updateFrequency, FeedField.language, MetadataField.subscriberCount, MetadataField.subscriberPeriod,
    MetadataField.lastAttempted, MetadataField.lastFetchSuccess, MetadataField.lastFailureReason,
    MetadataField.uptimePercentage, MetadataField.averageArticlesPerWeek, MetadataField.etag,
    MetadataField.lastModified, MetadataField.minUpdateInterval, MetadataField.articlesDigest,
    MetadataField.articlesValidator, MetadataField.articlesReadAt,
  ])
}
