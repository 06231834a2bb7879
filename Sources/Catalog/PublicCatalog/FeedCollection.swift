package import CloudKitRecords
package import CloudKitSchema

/// A curated bundle of feeds.
///
/// Source: seed 000, Record Type FeedCollection.
package struct FeedCollection: CatalogRecord {
  /// The fields of the record type, by the names a schema gives them.
  package enum Field: String, CaseIterable, Sendable {
    case title, description, coverImageURL, curatorName, feeds, isFeatured, subscriberCount, createdAt, updatedAt
    case tags, subscriberPeriod
  }

  package static let recordType: RecordType.Name = "FeedCollection"

  package var recordName: RecordName
  package var changeTag: String?
  /// The name to show.
  package var title: String
  /// What it is about.
  package var description: String?
  /// Its cover art.
  package var coverImageURL: String?
  /// Who made it.
  package var curatorName: String?
  /// The `PublicFeed`s, in order.
  package var feeds: [RecordName]?
  /// Whether the discovery page shows it.
  package var isFeatured: Bool?
  /// How many imported it.
  package var subscriberCount: Int?
  /// The period that count was published in, such as `2026-11-21`.
  package var subscriberPeriod: String?
  /// When it was made.
  package var createdAt: Timestamp?
  /// When it last changed.
  package var updatedAt: Timestamp?
  /// Words to find it by.
  package var tags: [String]?

  /// A record of what it cannot be without.
  package init(recordName: RecordName, title: String) {
    self.recordName = recordName
    self.title = title
  }

  package init(record: Record) throws(RecordDecodingError) {
    let fields = try FieldReader<Self>(record)
    recordName = record.name
    changeTag = record.changeTag
    title = try fields.required(.title, fields.string)
    description = try fields.string(.description)
    coverImageURL = try fields.string(.coverImageURL)
    curatorName = try fields.string(.curatorName)
    feeds = try fields.references(.feeds)
    isFeatured = try fields.flag(.isFeatured)
    subscriberCount = try fields.integer(.subscriberCount)
    subscriberPeriod = try fields.string(.subscriberPeriod)
    createdAt = try fields.timestamp(.createdAt)
    updatedAt = try fields.timestamp(.updatedAt)
    tags = try fields.strings(.tags)
  }

  package var fields: RecordFields {
    var fields = FieldWriter<Self>()
    fields.set(.title, title)
    fields.set(.description, description)
    fields.set(.coverImageURL, coverImageURL)
    fields.set(.curatorName, curatorName)
    fields.set(.feeds, feeds)
    fields.set(.isFeatured, isFeatured)
    fields.set(.subscriberCount, subscriberCount)
    fields.set(.subscriberPeriod, subscriberPeriod)
    fields.set(.createdAt, createdAt)
    fields.set(.updatedAt, updatedAt)
    fields.set(.tags, tags)
    return fields.values
  }
}
