package import CloudKitRecords
package import CloudKitSchema

/// What is measured of a feed.
///
/// Source: seed 000, Record Type FeedMetadata; the counters and validators are ours (design, decisions).
package struct FeedMetadata: CatalogRecord {
  /// The fields of the record type, by the names a schema gives them.
  package enum Field: String, CaseIterable, Sendable {
    case feedReference, subscriberCount, subscriberPeriod, averageRating, ratingCount, lastFetchSuccess,
      lastFetchFailure
    case uptimePercentage, averageArticlesPerWeek, healthStatus, lastHealthCheck, totalAttempts
    case successfulAttempts, failureCount, lastAttempted, lastFailureReason, etag, lastModified, minUpdateInterval
  }

  package static let recordType: RecordType.Name = "FeedMetadata"

  package var recordName: RecordName
  package var changeTag: String?
  /// The `PublicFeed` it is about.
  package var feedReference: RecordName
  /// How many subscribe to the feed, as published.
  package var subscriberCount: Int?
  /// The period that count was published in, such as `2026-11-21`: there is one count a period.
  package var subscriberPeriod: String?
  /// 0…5.
  package var averageRating: Double?
  /// How many ratings the average is of.
  package var ratingCount: Int?
  /// When a fetch last succeeded.
  package var lastFetchSuccess: Timestamp?
  /// When a fetch last failed.
  package var lastFetchFailure: Timestamp?
  /// 0…100, over 30 days.
  package var uptimePercentage: Double?
  /// How often something is published.
  package var averageArticlesPerWeek: Double?
  /// `healthy`, `degraded` or `down`; `nil` before the first probe.
  package var healthStatus: String?
  /// When the health was last judged.
  package var lastHealthCheck: Timestamp?
  /// Fetches tried.
  package var totalAttempts: Int?
  /// Fetches that succeeded.
  package var successfulAttempts: Int?
  /// Fetches that failed since the last one that succeeded.
  package var failureCount: Int?
  /// When a fetch was last tried.
  package var lastAttempted: Timestamp?
  /// Why the last failed fetch failed.
  package var lastFailureReason: String?
  /// The `ETag` of the last answer, byte for byte.
  package var etag: String?
  /// The `Last-Modified` of the last answer, byte for byte.
  package var lastModified: String?
  /// Seconds the feed asks to be left alone between fetches.
  package var minUpdateInterval: Int?

  /// A record of what it cannot be without.
  package init(recordName: RecordName, feedReference: RecordName) {
    self.recordName = recordName
    self.feedReference = feedReference
  }

  package init(record: Record) throws(RecordDecodingError) {
    let fields = try FieldReader<Self>(record)
    recordName = record.name
    changeTag = record.changeTag
    feedReference = try fields.required(.feedReference, fields.reference)
    subscriberCount = try fields.integer(.subscriberCount)
    subscriberPeriod = try fields.string(.subscriberPeriod)
    averageRating = try fields.double(.averageRating)
    ratingCount = try fields.integer(.ratingCount)
    lastFetchSuccess = try fields.timestamp(.lastFetchSuccess)
    lastFetchFailure = try fields.timestamp(.lastFetchFailure)
    uptimePercentage = try fields.double(.uptimePercentage)
    averageArticlesPerWeek = try fields.double(.averageArticlesPerWeek)
    healthStatus = try fields.string(.healthStatus)
    lastHealthCheck = try fields.timestamp(.lastHealthCheck)
    totalAttempts = try fields.integer(.totalAttempts)
    successfulAttempts = try fields.integer(.successfulAttempts)
    failureCount = try fields.integer(.failureCount)
    lastAttempted = try fields.timestamp(.lastAttempted)
    lastFailureReason = try fields.string(.lastFailureReason)
    etag = try fields.string(.etag)
    lastModified = try fields.string(.lastModified)
    minUpdateInterval = try fields.integer(.minUpdateInterval)
  }

  package var fields: RecordFields {
    var fields = FieldWriter<Self>()
    fields.set(.feedReference, feedReference)
    fields.set(.subscriberCount, subscriberCount)
    fields.set(.subscriberPeriod, subscriberPeriod)
    fields.set(.averageRating, averageRating)
    fields.set(.ratingCount, ratingCount)
    fields.set(.lastFetchSuccess, lastFetchSuccess)
    fields.set(.lastFetchFailure, lastFetchFailure)
    fields.set(.uptimePercentage, uptimePercentage)
    fields.set(.averageArticlesPerWeek, averageArticlesPerWeek)
    fields.set(.healthStatus, healthStatus)
    fields.set(.lastHealthCheck, lastHealthCheck)
    fields.set(.totalAttempts, totalAttempts)
    fields.set(.successfulAttempts, successfulAttempts)
    fields.set(.failureCount, failureCount)
    fields.set(.lastAttempted, lastAttempted)
    fields.set(.lastFailureReason, lastFailureReason)
    fields.set(.etag, etag)
    fields.set(.lastModified, lastModified)
    fields.set(.minUpdateInterval, minUpdateInterval)
    return fields.values
  }
}
