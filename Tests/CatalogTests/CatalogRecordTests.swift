import Catalog
import CloudKitRecords
import CloudKitSchema
import Testing

@Suite("Records of the catalogue")
struct CatalogRecordTests {
  /// The record types as seed 000, the design and CelestraCloud's schema have them: `field TYPE`, `!` where required.
  private static let types: [(any CatalogRecord.Type, String)] = [
    (
      PublicFeed.self,
      """
      feedURL! STRING, title! STRING, subtitle STRING, siteURL STRING, imageURL STRING, category REFERENCE,
      language STRING, isFeatured FLAG, isVerified FLAG, qualityScore DOUBLE, subscriberCount INT64, addedAt TIMESTAMP,
      lastVerified TIMESTAMP, updateFrequency INT64, tags STRING_LIST, isActive FLAG
      """
    ),
    (
      FeedMetadata.self,
      """
      feedReference! REFERENCE, subscriberCount INT64, subscriberPeriod STRING, averageRating DOUBLE, ratingCount INT64,
      lastFetchSuccess TIMESTAMP, lastFetchFailure TIMESTAMP, uptimePercentage DOUBLE, averageArticlesPerWeek DOUBLE,
      healthStatus STRING, lastHealthCheck TIMESTAMP, totalAttempts INT64, successfulAttempts INT64,
      failureCount INT64, lastAttempted TIMESTAMP, lastFailureReason STRING, etag STRING, lastModified STRING,
      minUpdateInterval INT64
      """
    ),
    (
      FeedCategory.self,
      """
      name! STRING, slug! STRING, icon STRING, color STRING, sortOrder INT64, parentCategory REFERENCE,
      description STRING
      """
    ),
    (
      FeedCollection.self,
      """
      title! STRING, description STRING, coverImageURL STRING, curatorName STRING, feeds REFERENCE_LIST,
      isFeatured FLAG, subscriberCount INT64, createdAt TIMESTAMP, updatedAt TIMESTAMP, tags STRING_LIST,
      subscriberPeriod STRING
      """
    ),
    (
      PublicArticle.self,
      """
      feedReference! REFERENCE, guid! STRING, title! STRING, excerpt STRING, content STRING, contentText STRING,
      author STRING, url! STRING, imageURL STRING, publishedDate! TIMESTAMP, fetchedAt! TIMESTAMP,
      expiresAt! TIMESTAMP, contentHash! STRING, wordCount INT64, estimatedReadingTime INT64, language STRING,
      tags STRING_LIST
      """
    ),
    (FeedSubscription.self, "feedRecordName! STRING"),
    (
      Feed.self,
      """
      feedURL! STRING, title! STRING, description STRING, category STRING, imageURL STRING, siteURL STRING,
      language STRING, tags STRING_LIST, isFeatured FLAG, isVerified FLAG, qualityScore INT64, subscriberCount INT64,
      verifiedTimestamp TIMESTAMP, attemptedTimestamp TIMESTAMP, updateFrequency DOUBLE, minUpdateInterval DOUBLE,
      totalAttempts INT64, successfulAttempts INT64, failureCount INT64, lastFailureReason STRING, isActive FLAG,
      etag STRING, lastModified STRING
      """
    ),
    (
      Article.self,
      """
      feedRecordName! STRING, guid! STRING, title! STRING, excerpt STRING, content STRING, contentText STRING,
      author STRING, url! STRING, imageURL STRING, publishedTimestamp TIMESTAMP, fetchedTimestamp! TIMESTAMP,
      expiresTimestamp! TIMESTAMP, contentHash! STRING, wordCount INT64, estimatedReadingTime INT64, language STRING,
      tags STRING_LIST
      """
    ),
  ]

  private struct Column {
    let name: String
    let type: String
    let isRequired: Bool
  }

  private static func columns(_ text: String) -> [Column] {
    text.split(whereSeparator: { $0 == "," || $0 == "\n" }).map { column in
      let words = column.split(separator: " ")
      return Column(
        name: String(words[0].trimmingSuffix("!")), type: String(words[1]), isRequired: words[0].hasSuffix("!"))
    }
  }

  private static func sample(_ column: Column) -> FieldValue? {
    switch column.type {
    case "STRING": .string("a \(column.name)")
    case "INT64": .int64(Int64(column.name.utf8.count))
    case "FLAG": .flag(true)
    case "DOUBLE": .double(0.5 + Double(column.name.utf8.count))
    case "TIMESTAMP": .timestamp(Timestamp(milliseconds: 1_795_219_200_123))
    case "REFERENCE": .reference(Reference("target"))
    case "STRING_LIST": .strings(["one", "two"])
    case "REFERENCE_LIST": .list([.reference(Reference("b")), .reference(Reference("a"))])
    default: nil
    }
  }

  private static func record(_ type: any CatalogRecord.Type, _ columns: [Column]) -> Record {
    var record = Record(type: type.recordType, name: "r", changeTag: "7")
    for column in columns { record[column.name] = sample(column) }
    return record
  }

  @Test("every field is read and written, under the name and with the type the schema gives it")
  func allFields() throws {
    for (type, text) in Self.types {
      let columns = Self.columns(text)
      #expect(Set(Self.names(type)) == Set(columns.map(\.name)), "\(type)")
      try Self.expectRoundTrip(type, Self.record(type, columns))
    }
  }

  @Test("what is absent stays absent")
  func requiredOnly() throws {
    for (type, text) in Self.types {
      try Self.expectRoundTrip(type, Self.record(type, Self.columns(text).filter(\.isRequired)))
    }
  }

  @Test("a record without a field it cannot be without is refused by that field's name")
  func missing() throws {
    for (type, text) in Self.types {
      let columns = Self.columns(text)
      for column in columns where column.isRequired {
        var record = Self.record(type, columns)
        record[column.name] = nil
        let error = try #require(throws: RecordDecodingError.self) { _ = try type.init(record: record) }
        #expect("\(error)" == "\(type.recordType) 'r' has no '\(column.name)'")
      }
    }
  }

  @Test("a value of a wrong type is refused by its field's name")
  func wrongType() throws {
    for (type, text) in Self.types {
      let columns = Self.columns(text)
      for column in columns {
        var record = Self.record(type, columns)
        record[column.name] = .bytes([1])
        let error = try #require(throws: RecordDecodingError.self) { _ = try type.init(record: record) }
        #expect("\(error)".contains("has a BYTES in '\(column.name)', which is to be "))
      }
    }
  }

  private static func names<Model: CatalogRecord>(_ type: Model.Type) -> [String] { Model.Field.allCases.names() }

  private static func expectRoundTrip<Model: CatalogRecord>(_ type: Model.Type, _ record: Record) throws {
    let value = try Model(record: record)
    #expect(value.record == record)
    #expect(try Model(record: value.record) == value)
  }
}

extension Substring {
  fileprivate func trimmingSuffix(_ suffix: String) -> Substring {
    hasSuffix(suffix) ? dropLast(suffix.count) : self
  }
}

@Suite("Details of reading records")
struct RecordReadingTests {
  @Test("a whole number may come as INT64 or DOUBLE for either; a fraction is not an integer")
  func numbers() throws {
    var record = Record(type: "PublicFeed", name: "f", fields: ["feedURL": .string("u"), "title": .string("t")])
    record["subscriberCount"] = .double(12)
    record["qualityScore"] = .int64(85)
    let feed = try PublicFeed(record: record)
    #expect(feed.subscriberCount == 12)
    #expect(feed.qualityScore == 85)
    record["subscriberCount"] = .double(1.5)
    let error = try #require(throws: RecordDecodingError.self) { try PublicFeed(record: record) }
    #expect("\(error)" == "PublicFeed 'f' has a DOUBLE in 'subscriberCount', which is to be INT64")
  }

  @Test("a record of another type is refused")
  func otherType() throws {
    let error = try #require(throws: RecordDecodingError.self) {
      try FeedCategory(record: Record(type: "PublicFeed", name: "f"))
    }
    #expect("\(error)" == "record 'f' is a PublicFeed, not a FeedCategory")
  }

  @Test("a subscription forgets who made it")
  func anonymous() throws {
    let stored = Record(
      type: "FeedSubscription", name: "s", changeTag: "1", fields: ["feedRecordName": .string("f")],
      created: Authorship(at: Timestamp(milliseconds: 1), by: "_user"))
    #expect(try FeedSubscription(record: stored).record.created == nil)
  }

  @Test("a subscription's name is the SHA-256 of feed and user")
  func subscriptionName() {
    // printf 'feed-1-_user' | sha256sum
    #expect(
      FeedSubscription.recordName(feed: "feed-1", user: "_user")
        == "dcb52bc4da565b7d99edffb741f49bf40ed8e9d29aea27c6412ee0e0201101f4")
  }
}

@Suite("Layouts")
struct CatalogLayoutTests {
  private static func schema(_ types: String...) -> Schema {
    Schema(
      recordTypes: types.map { RecordType(name: $0, fields: [Field(name: "feedURL", type: FieldType(.string))]) })
  }

  @Test("the layout is read off the schema")
  func layout() {
    #expect(CatalogLayout(Self.schema("PublicFeed", "FeedSubscription")) == .publicCatalog)
    #expect(CatalogLayout(Self.schema("Feed", "Article")) == .celestraKit)
    #expect(CatalogLayout(Self.schema("Feed", "PublicFeed")) == .publicCatalog)
    #expect(CatalogLayout(Self.schema("Article")) == nil)
    #expect(CatalogLayout(Schema(recordTypes: [RecordType(name: "Feed")])) == nil)
  }

  @Test("articles name their feed by reference or by name, and their date by the layout's field")
  func articles() {
    let kinds = CatalogLayout.allCases.map { [$0.feedType, $0.articleType, $0.articleFeedField, $0.articleDateField] }
    #expect(
      kinds == [
        ["PublicFeed", "PublicArticle", "feedReference", "publishedDate"],
        ["Feed", "Article", "feedRecordName", "publishedTimestamp"],
      ])
    #expect(CatalogLayout.publicCatalog.articleFeedValue("f") == .reference(Reference("f")))
    #expect(CatalogLayout.celestraKit.articleFeedValue("f") == .string("f"))
  }

  @Test("scores are DOUBLE or INT64, frequencies whole hours or seconds")
  func units() {
    #expect(CatalogLayout.publicCatalog.qualityScore(85) == .double(85))
    #expect(CatalogLayout.celestraKit.qualityScore(85) == .int64(85))
    #expect(CatalogLayout.publicCatalog.updateFrequency(hours: 1.5) == .int64(2))
    #expect(CatalogLayout.celestraKit.updateFrequency(hours: 1.5) == .double(5400))
    #expect(CatalogLayout.publicCatalog.updateFrequency(hours: .nan) == nil)
    #expect(CatalogLayout.celestraKit.updateFrequency(hours: -1) == nil)
  }
}
