package import CloudKitRecords
package import CloudKitSchema

/// A feed that anyone can discover.
///
/// Source: seed 000, Record Type PublicFeed; `isActive` is ours (design, decisions).
package struct PublicFeed: CatalogRecord {
  /// The fields of the record type, by the names a schema gives them.
  package enum Field: String, CaseIterable, Sendable {
    case feedURL, title, subtitle, siteURL, imageURL, category, language, isFeatured, isVerified, qualityScore
    case subscriberCount, addedAt, lastVerified, updateFrequency, tags, isActive
  }

  package static let recordType: RecordType.Name = "PublicFeed"

  package var recordName: RecordName
  package var changeTag: String?
  /// Where the feed is, in canonical form; unique by the identity key of `FeedURL`.
  package var feedURL: String
  /// The name to show.
  package var title: String
  /// What the feed says of itself.
  package var subtitle: String?
  /// The home page of the site it belongs to.
  package var siteURL: String?
  /// Its logo or icon.
  package var imageURL: String?
  /// The `FeedCategory` it belongs to.
  package var category: RecordName?
  /// ISO 639-1, such as `en`.
  package var language: String?
  /// Whether the editors put it forward.
  package var isFeatured: Bool?
  /// Whether its source is trusted.
  package var isVerified: Bool?
  /// 0…100; this program writes whole numbers.
  package var qualityScore: Double?
  /// How many subscribe to it, as published: suppressed and rounded.
  package var subscriberCount: Int?
  /// When it came into the catalogue.
  package var addedAt: Timestamp?
  /// When it was last found working.
  package var lastVerified: Timestamp?
  /// Hours between updates, on average.
  package var updateFrequency: Int?
  /// Words to find it by.
  package var tags: [String]?
  /// Whether it is still fetched; `nil` counts as yes.
  package var isActive: Bool?

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
    subtitle = try fields.string(.subtitle)
    siteURL = try fields.string(.siteURL)
    imageURL = try fields.string(.imageURL)
    category = try fields.reference(.category)
    language = try fields.string(.language)
    isFeatured = try fields.flag(.isFeatured)
    isVerified = try fields.flag(.isVerified)
    qualityScore = try fields.double(.qualityScore)
    subscriberCount = try fields.integer(.subscriberCount)
    addedAt = try fields.timestamp(.addedAt)
    lastVerified = try fields.timestamp(.lastVerified)
    updateFrequency = try fields.integer(.updateFrequency)
    tags = try fields.strings(.tags)
    isActive = try fields.flag(.isActive)
  }

  package var fields: RecordFields {
    var fields = FieldWriter<Self>()
    fields.set(.feedURL, feedURL)
    fields.set(.title, title)
    fields.set(.subtitle, subtitle)
    fields.set(.siteURL, siteURL)
    fields.set(.imageURL, imageURL)
    fields.set(.category, category)
    fields.set(.language, language)
    fields.set(.isFeatured, isFeatured)
    fields.set(.isVerified, isVerified)
    fields.set(.qualityScore, qualityScore)
    fields.set(.subscriberCount, subscriberCount)
    fields.set(.addedAt, addedAt)
    fields.set(.lastVerified, lastVerified)
    fields.set(.updateFrequency, updateFrequency)
    fields.set(.tags, tags)
    fields.set(.isActive, isActive)
    return fields.values
  }
}
