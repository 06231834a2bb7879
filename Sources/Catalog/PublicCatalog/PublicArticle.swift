package import CloudKitRecords
package import CloudKitSchema

/// An article that all readers of a feed share.
///
/// Source: seed 000, Record Type PublicArticle.
package struct PublicArticle: CatalogRecord {
  /// The fields of the record type, by the names a schema gives them.
  package enum Field: String, CaseIterable, Sendable {
    case feedReference, guid, title, excerpt, content, contentText, author, url, imageURL, publishedDate
    case fetchedAt, expiresAt, contentHash, wordCount, estimatedReadingTime, language, tags
  }

  package static let recordType: RecordType.Name = "PublicArticle"

  package var recordName: RecordName
  package var changeTag: String?
  /// The `PublicFeed` it came in.
  package var feedReference: RecordName
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
  package var publishedDate: Timestamp
  /// When it came into the catalogue.
  package var fetchedAt: Timestamp
  /// When it may go.
  package var expiresAt: Timestamp
  /// SHA-256, to find the same article in several feeds.
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
    recordName: RecordName, feedReference: RecordName, guid: String, title: String, url: String,
    publishedDate: Timestamp, fetchedAt: Timestamp, expiresAt: Timestamp, contentHash: String
  ) {
    self.recordName = recordName
    self.feedReference = feedReference
    self.guid = guid
    self.title = title
    self.url = url
    self.publishedDate = publishedDate
    self.fetchedAt = fetchedAt
    self.expiresAt = expiresAt
    self.contentHash = contentHash
  }

  package init(record: Record) throws(RecordDecodingError) {
    let fields = try FieldReader<Self>(record)
    recordName = record.name
    changeTag = record.changeTag
    feedReference = try fields.required(.feedReference, fields.reference)
    guid = try fields.required(.guid, fields.string)
    title = try fields.required(.title, fields.string)
    excerpt = try fields.string(.excerpt)
    content = try fields.string(.content)
    contentText = try fields.string(.contentText)
    author = try fields.string(.author)
    url = try fields.required(.url, fields.string)
    imageURL = try fields.string(.imageURL)
    publishedDate = try fields.required(.publishedDate, fields.timestamp)
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
    fields.set(.feedReference, feedReference)
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
