package import CloudKitRecords
package import CloudKitSchema
import Crypto

/// That somebody subscribes to a feed: one record per subscriber and feed, for counting only.
///
/// Both layouts have it. CloudKit shows who created a record, so a value of this type never carries that on.
/// Source: CelestraCloud, .claude/FEED_SUBSCRIPTION_DESIGN.md, read 2026-11.
package struct FeedSubscription: CatalogRecord {
  /// The fields of the record type, by the names a schema gives them.
  package enum Field: String, CaseIterable, Sendable {
    case feedRecordName
  }

  package static let recordType: RecordType.Name = "FeedSubscription"

  package var recordName: RecordName
  package var changeTag: String?
  /// The record name of the feed.
  package var feedRecordName: String

  /// A record of what it cannot be without.
  package init(recordName: RecordName, feedRecordName: String) {
    self.recordName = recordName
    self.feedRecordName = feedRecordName
  }

  package init(record: Record) throws(RecordDecodingError) {
    let fields = try FieldReader<Self>(record)
    recordName = record.name
    changeTag = record.changeTag
    feedRecordName = try fields.required(.feedRecordName, fields.string)
  }

  package var fields: RecordFields {
    var fields = FieldWriter<Self>()
    fields.set(.feedRecordName, feedRecordName)
    return fields.values
  }

  /// The record name a subscription has: lower-case hex SHA-256 of `feedRecordName-userRecordName`.
  package static func recordName(feed: RecordName, user: RecordName) -> RecordName {
    let digest = SHA256.hash(data: Array("\(feed)-\(user)".utf8))
    return RecordName(LowercaseHex.text(of: digest))
  }
}
