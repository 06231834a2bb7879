package import CloudKitRecords
package import CloudKitSchema

/// An article as CelestraKit and CelestraCloud keep it.
///
/// Source: MistKit, Examples/CelestraCloud/schema.ckdb, read 2026-11; the dates have other names than their fields, as in
/// CelestraKit.
package struct Article: CatalogRecord {
  /// The fields of the record type, by the names a schema gives them.
  package enum Field: String, CaseIterable, Sendable {
    case feedRecordName, guid, title, excerpt, content, contentText, author, url, imageURL
    case publishedDate = "publishedTimestamp"
    case fetchedAt = "fetchedTimestamp"
    case expiresAt = "expiresTimestamp"
    case contentHash, wordCount, estimatedReadingTime, language, tags
  }

  package static let recordType: RecordType.Name = "Article"

  package var recordName: RecordName
  package var changeTag: String?
  /// The record name of the `Feed` it came in.
  package var feedRecordName: String
  /// What its feed calls it; unique within the feed.
  package var guid: String
  /// The headline.
  package var title: String
  /// A summary in plain text.
  package var excerpt: String?
  /// The whole, in HTML.
  package var content: String?
  /// The whole, in plain text.
  package var contentText: String?
  /// Who wrote it.
  package var author: String?
  /// Where it was published.
  package var url: String
  /// The picture to show with it.
  package var imageURL: String?
  /// When it was published.
  package var publishedDate: Timestamp?
  /// When it came into the catalogue.
  package var fetchedAt: Timestamp
  /// When it may go.
  package var expiresAt: Timestamp
  /// `title|url|guid`: CelestraKit does not hash it.
  package var contentHash: String
  /// How many words it has.
  package var wordCount: Int?
  /// Minutes.
  package var estimatedReadingTime: Int?
  /// ISO 639-1, such as `en`.
  package var language: String?
  /// Its categories.
  package var tags: [String]?

  /// A record of what it cannot be without.
  package init(
    recordName: RecordName, feedRecordName: String, guid: String, title: String, url: String, fetchedAt: Timestamp,
    expiresAt: Timestamp, contentHash: String
  ) {
    self.recordName = recordName
    self.feedRecordName = feedRecordName
    self.guid = guid
    self.title = title
    self.url = url
    self.fetchedAt = fetchedAt
    self.expiresAt = expiresAt
    self.contentHash = contentHash
  }

  package init(record: Record) throws(RecordDecodingError) {
    let fields = try FieldReader<Self>(record)
    recordName = record.name
    changeTag = record.changeTag
    feedRecordName = try fields.required(.feedRecordName, fields.string)
    guid = try fields.required(.guid, fields.string)
    title = try fields.required(.title, fields.string)
    excerpt = try fields.string(.excerpt)
    content = try fields.string(.content)
    contentText = try fields.string(.contentText)
    author = try fields.string(.author)
    url = try fields.required(.url, fields.string)
    imageURL = try fields.string(.imageURL)
    publishedDate = try fields.timestamp(.publishedDate)
    fetchedAt = try fields.required(.fetchedAt, fields.timestamp)
    expiresAt = try fields.required(.expiresAt, fields.timestamp)
    contentHash = try fields.required(.contentHash, fields.string)
    wordCount = try fields.integer(.wordCount)
    estimatedReadingTime = try fields.integer(.estimatedReadingTime)
    language = try fields.string(.language)
    tags = try fields.strings(.tags)
  }

  package var fields: RecordFields {
    var fields = FieldWriter<Self>()
    fields.set(.feedRecordName, feedRecordName)
    fields.set(.guid, guid)
    fields.set(.title, title)
    fields.set(.excerpt, excerpt)
    fields.set(.content, content)
    fields.set(.contentText, contentText)
    fields.set(.author, author)
    fields.set(.url, url)
    fields.set(.imageURL, imageURL)
    fields.set(.publishedDate, publishedDate)
    fields.set(.fetchedAt, fetchedAt)
    fields.set(.expiresAt, expiresAt)
    fields.set(.contentHash, contentHash)
    fields.set(.wordCount, wordCount)
    fields.set(.estimatedReadingTime, estimatedReadingTime)
    fields.set(.language, language)
    fields.set(.tags, tags)
    return fields.values
  }
}
