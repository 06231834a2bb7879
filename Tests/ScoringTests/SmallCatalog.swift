import Catalog
import CloudKitRecords
import CloudKitSchema
import SQLiteStore
import Testing

/// Records to put into a container, and one with what the jobs need.
enum SmallCatalog {
  static let now = Timestamp(milliseconds: 1_795_219_200_000)

  private static func field(_ name: String, _ primitive: FieldType.Primitive, _ indexes: Indexes = []) -> Field {
    Field(name: name, type: FieldType(primitive), indexes: indexes)
  }

  private static func type(_ name: String, _ fields: [Field]) -> RecordType {
    RecordType(name: name, fields: fields + [field("___recordID", .reference, .queryable)])
  }

  private static let schema = Schema(recordTypes: [
    type(
      "PublicFeed",
      ["feedURL", "title", "subtitle", "siteURL", "imageURL", "language"].map { field($0, .string) } + [
        Field(name: "tags", type: .list(.string), indexes: []),
        field("category", .reference), field("isVerified", .int64), field("isFeatured", .int64),
        field("isActive", .int64), field("qualityScore", .double), field("subscriberCount", .int64),
        field("updateFrequency", .int64),
      ]),
    type(
      "FeedMetadata",
      [field("feedReference", .reference, .queryable)]
        + ["subscriberCount", "totalAttempts", "successfulAttempts", "failureCount"].map { field($0, .int64) }
        + ["lastAttempted", "lastFetchSuccess"].map { field($0, .timestamp) }
        + [field("averageRating", .double, .queryable), field("ratingCount", .int64)]
        + ["uptimePercentage", "averageArticlesPerWeek"].map { field($0, .double) }
        + ["lastFailureReason", "healthStatus", "subscriberPeriod"].map { field($0, .string) }),
    type(
      "PublicArticle",
      [field("feedReference", .reference, .queryable), field("publishedDate", .timestamp, [.queryable, .sortable])]
        + ["fetchedAt", "expiresAt"].map { field($0, .timestamp) }
        + ["guid", "title", "url", "contentHash"].map { field($0, .string) }),
    type("FeedSubscription", [field("feedRecordName", .string, [.queryable, .sortable])]),
  ])

  static func store(_ records: [Record]) async throws -> LocalContainer {
    let store = try LocalContainer.inMemory(schema: schema, now: { now })
    for start in stride(from: 0, to: records.count, by: 200) {
      let operations = records[start..<min(start + 200, records.count)].map { RecordOperation(.create, $0) }
      for result in try await store.modify(Array(operations)) { #expect(result.error == nil) }
    }
    return store
  }

  static func feed(_ name: RecordName, isVerified: Bool = false) -> Record {
    let url = "https://example.com/\(name)"
    return Record(
      type: "PublicFeed", name: name,
      fields: ["feedURL": .string(url), "title": .string("\(name)"), "isVerified": .flag(isVerified)])
  }

  static func metadata(of feed: RecordName, attempts: Int, successes: Int) -> Record {
    Record(
      type: "FeedMetadata", name: CatalogName.metadata(of: feed),
      fields: [
        "feedReference": .reference(Reference(feed)), "totalAttempts": .int64(Int64(attempts)),
        "successfulAttempts": .int64(Int64(successes)),
      ])
  }

  /// Articles of a feed, one a day until now.
  static func articles(_ count: Int64, of feed: RecordName) -> [Record] {
    (0..<count).map { day in
      let date = Timestamp(milliseconds: now.milliseconds - day * 86_400_000)
      return Record(
        type: "PublicArticle", name: RecordName("article\(day)"),
        fields: [
          "feedReference": .reference(Reference(feed)), "guid": .string("\(day)"), "title": .string("t"),
          "url": .string("u"), "publishedDate": .timestamp(date), "fetchedAt": .timestamp(date),
          "expiresAt": .timestamp(date), "contentHash": .string("h"),
        ])
    }
  }

  static func subscriptions(_ count: Int, of feed: RecordName) -> [Record] {
    (0..<count).map { user in
      Record(
        type: "FeedSubscription", name: RecordName("\(feed)-user\(user)"),
        fields: ["feedRecordName": .string(feed.rawValue)])
    }
  }
}
