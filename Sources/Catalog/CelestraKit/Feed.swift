package import CloudKitRecords
package import CloudKitSchema

/// A feed as CelestraKit and CelestraCloud keep it.
///
/// Source: MistKit, Examples/CelestraCloud/schema.ckdb, read 2026-11. Two properties have other names than their fields, as
/// in CelestraKit. There is no field for `addedAt`: CelestraKit takes it from when the record was created.
package struct Feed: CatalogRecord {
  /// The fields of the record type, by the names a schema gives them.
  package enum Field: String, CaseIterable, Sendable {
    case feedURL, title, description, category, imageURL, siteURL, language, tags, isFeatured, isVerified
    case qualityScore, subscriberCount
    case lastVerified = "verifiedTimestamp"
    case lastAttempted = "attemptedTimestamp"
    case updateFrequency, minUpdateInterval, totalAttempts, successfulAttempts, failureCount, lastFailureReason
    case isActive, etag, lastModified
  }

  package static let recordType: RecordType.Name = "Feed"

  package var recordName: RecordName
  package var changeTag: String?
  /// Where the feed is.
  package var feedURL: String
  /// The name to show.
  package var title: String
  /// What the feed says of itself.
  package var description: String?
  /// The name of its category, as shown.
  package var category: String?
  /// Its logo or icon.
  package var imageURL: String?
  /// The home page of the site it belongs to.
  package var siteURL: String?
  /// ISO 639-1, such as `en`.
  package var language: String?
  /// Words to find it by.
  package var tags: [String]?
  /// Whether the editors put it forward.
  package var isFeatured: Bool?
  /// Whether its source is trusted.
  package var isVerified: Bool?
  /// 0…100.
  package var qualityScore: Int?
  /// How many subscribe to it, as published.
  package var subscriberCount: Int?
  /// When it was last found working.
  package var lastVerified: Timestamp?
  /// When a fetch was last tried.
  package var lastAttempted: Timestamp?
  /// Seconds between updates, as CelestraKit has it; its schema comment says articles a day.
  package var updateFrequency: Double?
  /// Seconds, as CelestraCloud stores it; its schema comment says hours.
  package var minUpdateInterval: Double?
  /// Fetches tried.
  package var totalAttempts: Int?
  /// Fetches that succeeded.
  package var successfulAttempts: Int?
  /// Fetches that failed since the last one that succeeded.
  package var failureCount: Int?
  /// Why the last failed fetch failed.
  package var lastFailureReason: String?
  /// Whether it is still fetched; `nil` counts as yes.
  package var isActive: Bool?
  /// The `ETag` of the last answer, byte for byte.
  package var etag: String?
  /// The `Last-Modified` of the last answer, byte for byte.
  package var lastModified: String?

  /// A record of what it cannot be without.
  package init(recordName: RecordName, feedURL: String, title: String) {
    self.recordName = recordName
    self.feedURL = feedURL
    self.title = title
  }

  package init(record: Record) throws(RecordDecodingError) {
    let fields = try FieldReader<Self>(record)
    recordName = record.name
    changeTag = record.changeTag
    feedURL = try fields.required(.feedURL, fields.string)
    title = try fields.required(.title, fields.string)
    description = try fields.string(.description)
    category = try fields.string(.category)
    imageURL = try fields.string(.imageURL)
    siteURL = try fields.string(.siteURL)
    language = try fields.string(.language)
    tags = try fields.strings(.tags)
    isFeatured = try fields.flag(.isFeatured)
    isVerified = try fields.flag(.isVerified)
    qualityScore = try fields.integer(.qualityScore)
    subscriberCount = try fields.integer(.subscriberCount)
    lastVerified = try fields.timestamp(.lastVerified)
    lastAttempted = try fields.timestamp(.lastAttempted)
    updateFrequency = try fields.double(.updateFrequency)
    minUpdateInterval = try fields.double(.minUpdateInterval)
    totalAttempts = try fields.integer(.totalAttempts)
    successfulAttempts = try fields.integer(.successfulAttempts)
    failureCount = try fields.integer(.failureCount)
    lastFailureReason = try fields.string(.lastFailureReason)
    isActive = try fields.flag(.isActive)
    etag = try fields.string(.etag)
    lastModified = try fields.string(.lastModified)
  }

  package var fields: RecordFields {
    var fields = FieldWriter<Self>()
    fields.set(.feedURL, feedURL)
    fields.set(.title, title)
    fields.set(.description, description)
    fields.set(.category, category)
    fields.set(.imageURL, imageURL)
    fields.set(.siteURL, siteURL)
    fields.set(.language, language)
    fields.set(.tags, tags)
    fields.set(.isFeatured, isFeatured)
    fields.set(.isVerified, isVerified)
    fields.set(.qualityScore, qualityScore)
    fields.set(.subscriberCount, subscriberCount)
    fields.set(.lastVerified, lastVerified)
    fields.set(.lastAttempted, lastAttempted)
    fields.set(.updateFrequency, updateFrequency)
    fields.set(.minUpdateInterval, minUpdateInterval)
    fields.set(.totalAttempts, totalAttempts)
    fields.set(.successfulAttempts, successfulAttempts)
    fields.set(.failureCount, failureCount)
    fields.set(.lastFailureReason, lastFailureReason)
    fields.set(.isActive, isActive)
    fields.set(.etag, etag)
    fields.set(.lastModified, lastModified)
    return fields.values
  }
}
