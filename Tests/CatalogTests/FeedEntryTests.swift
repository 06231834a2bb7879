import Catalog
import CloudKitRecords
import Testing

@Suite("Feeds as jobs see them")
struct FeedEntryTests {
  private static let day = Timestamp(milliseconds: 1_795_219_200_000)

  private static func feed(_ name: RecordName, _ fields: RecordFields = [:]) -> Record {
    var all = fields
    all.merge(["title": .string("A"), "feedURL": .string("https://example.com/")]) { $1 }
    return Record(type: "PublicFeed", name: name, changeTag: "1", fields: all)
  }

  private static func metadata(_ name: RecordName, of feed: RecordName, modified: Int64? = nil) -> Record {
    Record(
      type: "FeedMetadata", name: name, changeTag: "2",
      fields: ["feedReference": .reference(Reference(feed)), "totalAttempts": .int64(10)],
      modified: modified.map { Authorship(at: Timestamp(milliseconds: $0)) })
  }

  @Test("both layouts give the same entry for what both can say")
  func layouts() throws {
    let counters: RecordFields = [
      "totalAttempts": .int64(10), "successfulAttempts": .int64(9), "failureCount": .int64(1),
      "lastFailureReason": .string("timeout"),
    ]
    let feed = Self.feed(
      "f",
      [
        "category": .reference(Reference("news")), "isVerified": .flag(true), "isActive": .flag(false),
        "qualityScore": .double(84.5), "subscriberCount": .int64(15), "updateFrequency": .int64(6),
      ])
    var metadata = Self.metadata("m", of: "f")
    metadata.fields.merge(counters) { $1 }
    metadata["lastAttempted"] = .timestamp(Self.day)
    metadata["lastFetchSuccess"] = .timestamp(Self.day)
    var kit = Record(type: "Feed", name: "f", changeTag: "1", fields: feed.fields)
    kit.fields.merge(counters) { $1 }
    kit["category"] = .string("news")
    kit["qualityScore"] = .int64(85)
    kit["updateFrequency"] = .double(21_600)
    kit["attemptedTimestamp"] = .timestamp(Self.day)
    kit["verifiedTimestamp"] = .timestamp(Self.day)
    var entry = try FeedEntry(feed, metadata: metadata, in: .publicCatalog)
    #expect(entry.metadata?.recordName == "m")
    entry.metadata = nil
    #expect(try entry == FeedEntry(kit, metadata: nil, in: .celestraKit))
    #expect(entry.qualityScore == 85)
    #expect(entry.updateFrequency == 6)
  }

  @Test(
    "a flag is read as the apps of its layout read it",
    arguments: [(Int64(0), false, false), (1, true, true), (7, false, true), (-1, false, true)])
  func flags(number: Int64, inPublicCatalog: Bool, inCelestraKit: Bool) throws {
    let fields: RecordFields = ["isActive": .int64(number), "isVerified": .int64(number)]
    let feed = Self.feed("f", fields)
    let kit = Record(type: "Feed", name: "f", changeTag: "1", fields: feed.fields)
    let entries = [
      try FeedEntry(feed, metadata: nil, in: .publicCatalog), try FeedEntry(kit, metadata: nil, in: .celestraKit),
    ]
    #expect(entries.map(\.isActive) == [inPublicCatalog, inCelestraKit])
    #expect(entries.map(\.isVerified) == [inPublicCatalog, inCelestraKit])
  }

  @Test("nothing is known of a feed without measurements, and it counts as active")
  func bare() throws {
    let record = Record(type: "PublicFeed", name: "f", fields: ["feedURL": .string("u"), "title": .string("t")])
    let entry = try FeedEntry(record, metadata: nil, in: .publicCatalog)
    #expect(entry == FeedEntry(recordName: "f", title: "t", feedURL: "u"))
    #expect(entry.isActive)
    #expect(entry.qualityScore == nil)
  }

  @Test("of several measurements the ones changed last are used, and that is reported")
  func severalMetadata() {
    let page = CatalogReader.page(
      of: [Self.feed("f"), Self.feed("g")],
      metadata: [
        Self.metadata("never", of: "f"), Self.metadata("old", of: "f", modified: 1),
        Self.metadata("new", of: "f", modified: 9), Self.metadata("other", of: "g", modified: 5),
      ])
    #expect(page.entries.map(\.metadata?.recordName) == ["new", "other"])
    #expect(page.problems == [.severalMetadata(feed: "f", used: "new", ignored: ["old", "never"])])
    #expect(
      page.problems.map(\.description) == [
        "feed 'f' has 3 FeedMetadata records: 'new' is used, the one changed last; delete 'old', 'never'"
      ])
  }

  @Test("what cannot be read is reported and left out, the rest is not held up")
  func unreadable() {
    var broken = Self.metadata("m", of: "h")
    broken["totalAttempts"] = .string("many")
    let page = CatalogReader.page(
      of: [Record(type: "PublicFeed", name: "f"), Self.feed("g"), Self.feed("h")], metadata: [broken])
    #expect(page.entries.map(\.recordName) == ["g"])
    #expect(
      page.problems.map(\.description) == [
        "feed 'f' is left out: PublicFeed 'f' has no 'feedURL'",
        "feed 'h' is left out: FeedMetadata 'm' has STRING in 'totalAttempts' instead of INT64",
      ])
  }

  @Test("a count outside its range counts as the nearest valid one, a measure outside it is unknown")
  func ranges() throws {
    let feed = Self.feed("f", ["subscriberCount": .int64(.max), "qualityScore": .double(101)])
    var metadata = Self.metadata("m", of: "f")
    metadata.fields.merge([
      "totalAttempts": .int64(10_000_000_001), "successfulAttempts": .int64(-1), "failureCount": .int64(10_000_000_000),
      "ratingCount": .int64(0), "averageRating": .double(5), "uptimePercentage": .double(100.5),
      "averageArticlesPerWeek": .double(.nan),
    ]) { $1 }
    let entry = try FeedEntry(feed, metadata: metadata, in: .publicCatalog)
    #expect(entry.subscriberCount == 10_000_000_000)
    #expect(entry.totalAttempts == 10_000_000_000)
    #expect(entry.successfulAttempts == 0)
    #expect(entry.failureCount == 10_000_000_000)
    #expect(entry.ratingCount == 0)
    #expect(entry.averageRating == 5)
    #expect(entry.qualityScore == nil)
    #expect(entry.uptimePercentage == nil)
    #expect(entry.averageArticlesPerWeek == nil)
  }

  @Test("an entry knows which of its descriptions are filled")
  func described() throws {
    let fields: RecordFields = [
      "subtitle": .string("About"), "siteURL": .string(" \n"), "language": .string("en"), "tags": .strings([]),
    ]
    let entry = try FeedEntry(Self.feed("f", fields), metadata: nil, in: .publicCatalog)
    #expect(entry.described == [FeedField.subtitle, FeedField.language])
  }

  @Test("a stored score that is no number counts as none")
  func badScore() throws {
    let feed = Self.feed("f", ["qualityScore": .double(.nan)])
    #expect(try FeedEntry(feed, metadata: nil, in: .publicCatalog).qualityScore == nil)
  }
}
