import Catalog
import CloudKitRecords
import CloudKitSchema
import Testing

@Suite("Records of the catalog")
struct CatalogRecordTests {
  /// The record types as seed 000, the design and CelestraCloud's schema have them: `field TYPE`, `!` where required.
  private static let types: [(CatalogTable, CatalogLayout, String)] = [
    (
      .feeds, .publicCatalog,
      """
      feedURL! STRING, title! STRING, subtitle STRING, siteURL STRING, imageURL STRING, category REFERENCE,
      language STRING, isFeatured FLAG, isVerified FLAG, qualityScore DOUBLE, subscriberCount INT64, addedAt TIMESTAMP,
      lastVerified TIMESTAMP, updateFrequency INT64, tags STRING_LIST, isActive FLAG
      """
    ),
    (
      .metadata, .publicCatalog,
      """
      feedReference! REFERENCE, subscriberCount INT64, subscriberPeriod STRING, averageRating DOUBLE, ratingCount INT64,
      lastFetchSuccess TIMESTAMP, lastFetchFailure TIMESTAMP, uptimePercentage DOUBLE, averageArticlesPerWeek DOUBLE,
      healthStatus STRING, lastHealthCheck TIMESTAMP, totalAttempts INT64, successfulAttempts INT64,
      failureCount INT64, lastAttempted TIMESTAMP, lastFailureReason STRING, etag STRING, lastModified STRING,
      minUpdateInterval INT64, articlesDigest STRING, articlesValidator STRING, articlesReadAt TIMESTAMP
      """
    ),
    (
      .categories, .publicCatalog,
      """
      name! STRING, slug! STRING, icon STRING, color STRING, sortOrder INT64, parentCategory REFERENCE,
      description STRING
      """
    ),
    (
      .collections, .publicCatalog,
      """
      title! STRING, description STRING, coverImageURL STRING, curatorName STRING, feeds REFERENCE_LIST,
      isFeatured FLAG, subscriberCount INT64, createdAt TIMESTAMP, updatedAt TIMESTAMP, tags STRING_LIST,
      subscriberPeriod STRING
      """
    ),
    (
      .articles, .publicCatalog,
      """
      feedReference! REFERENCE, guid! STRING, title! STRING, excerpt STRING, content STRING, contentText STRING,
      author STRING, url! STRING, imageURL STRING, publishedDate TIMESTAMP, fetchedAt! TIMESTAMP,
      expiresAt! TIMESTAMP, contentHash! STRING, wordCount INT64, estimatedReadingTime INT64, language STRING,
      tags STRING_LIST
      """
    ),
    (.subscriptions, .publicCatalog, "feedRecordName! STRING"),
    (
      .feeds, .celestraKit,
      """
      feedURL! STRING, title! STRING, description STRING, category STRING, imageURL STRING, siteURL STRING,
      language STRING, tags STRING_LIST, isFeatured FLAG, isVerified FLAG, qualityScore INT64, subscriberCount INT64,
      verifiedTimestamp TIMESTAMP, attemptedTimestamp TIMESTAMP, updateFrequency DOUBLE, minUpdateInterval DOUBLE,
      totalAttempts INT64, successfulAttempts INT64, failureCount INT64, lastFailureReason STRING, isActive FLAG,
      etag STRING, lastModified STRING, articlesDigest STRING, articlesValidator STRING, articlesTimestamp TIMESTAMP
      """
    ),
    (
      .articles, .celestraKit,
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

  private static func record(_ table: CatalogTable, _ layout: CatalogLayout, _ columns: [Column]) throws -> Record {
    var record = Record(type: try #require(table.type(in: layout)), name: "r", changeTag: "7")
    for column in columns { record[column.name] = sample(column) }
    return record
  }

  @Test("the table has every field, under the name and with the type the schema gives it")
  func allFields() throws {
    for (table, layout, text) in Self.types {
      let columns = Self.columns(text)
      #expect(table.columns(in: layout).names(in: layout).sorted() == columns.map(\.name).sorted(), "\(text)")
      #expect(table.problem(of: try Self.record(table, layout, columns), in: layout) == nil)
      #expect(table.problem(of: try Self.record(table, layout, columns.filter(\.isRequired)), in: layout) == nil)
    }
  }

  @Test("a record without a required field is refused by that field's name")
  func missing() throws {
    for (table, layout, text) in Self.types {
      let columns = Self.columns(text)
      for column in columns where column.isRequired {
        var record = try Self.record(table, layout, columns)
        record[column.name] = nil
        let problem = try #require(table.problem(of: record, in: layout))
        #expect("\(problem)" == "\(record.type) 'r' has no '\(column.name)'")
      }
    }
  }

  @Test("a value of a wrong type is refused by its field's name")
  func wrongType() throws {
    for (table, layout, text) in Self.types {
      let columns = Self.columns(text)
      for column in columns {
        var record = try Self.record(table, layout, columns)
        record[column.name] = .bytes([1])
        let problem = try #require(table.problem(of: record, in: layout))
        #expect("\(problem)".contains("has BYTES in '\(column.name)' instead of "))
      }
    }
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
    let feed = try FeedEntry(record, metadata: nil, in: .publicCatalog)
    #expect(feed.subscriberCount == 12)
    #expect(feed.qualityScore == 85)
    record["subscriberCount"] = .double(1.5)
    let error = try #require(throws: RecordDecodingError.self) {
      try FeedEntry(record, metadata: nil, in: .publicCatalog)
    }
    #expect("\(error)" == "PublicFeed 'f' has DOUBLE in 'subscriberCount' instead of INT64")
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
    #expect(CatalogLayout(Self.schema("Feed", "FeedSubscription")) == .celestraKit)
    // Such articles belong to no feed.
    #expect(CatalogLayout(Self.schema("Feed", "Article")) == nil)
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
    let values = CatalogLayout.allCases.map { ArticleField.feedReference.reference(to: "f", in: $0) }
    #expect(values == [.reference(Reference("f")), .string("f")])
  }

  @Test("scores are DOUBLE or INT64, frequencies whole hours or seconds")
  func units() {
    func values(_ field: CatalogField, _ number: Double) -> [FieldValue?] {
      CatalogLayout.allCases.map { field.value(number, in: $0) }
    }
    #expect(values(FeedField.qualityScore, 85) == [.double(85), .int64(85)])
    #expect(values(FeedField.updateFrequency, 1.5) == [.int64(2), .double(5400)])
    #expect(values(FeedField.updateFrequency, 0.1) == [.int64(1), .double(360)])
    #expect(values(FeedField.updateFrequency, .nan) == [nil, nil])
    #expect(values(FeedField.updateFrequency, -1) == [nil, nil])
  }
}
