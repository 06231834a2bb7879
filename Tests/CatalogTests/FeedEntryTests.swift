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
    var feed = PublicFeed(recordName: "f", feedURL: "https://example.com/", title: "A")
    feed.category = "news"
    feed.isVerified = true
    feed.isActive = false
    feed.qualityScore = 84.5
    feed.subscriberCount = 15
    feed.updateFrequency = 6
    var metadata = FeedMetadata(recordName: "m", feedReference: "f")
    metadata.totalAttempts = 10
    metadata.successfulAttempts = 9
    metadata.failureCount = 1
    metadata.lastAttempted = Self.day
    metadata.lastFetchSuccess = Self.day
    metadata.lastFailureReason = "timeout"
    var kit = Feed(recordName: "f", feedURL: "https://example.com/", title: "A")
    kit.category = "news"
    kit.isVerified = true
    kit.isActive = false
    kit.qualityScore = 85
    kit.subscriberCount = 15
    kit.updateFrequency = 21_600
    kit.totalAttempts = 10
    kit.successfulAttempts = 9
    kit.failureCount = 1
    kit.lastAttempted = Self.day
    kit.lastVerified = Self.day
    kit.lastFailureReason = "timeout"
    var entry = FeedEntry(feed, metadata)
    #expect(entry.metadata?.recordName == "m")
    entry.metadata = nil
    #expect(entry == FeedEntry(kit))
    #expect(entry.qualityScore == 85)
    #expect(entry.updateFrequency == 6)
  }

  @Test("nothing is known of a feed without measurements, and it counts as active")
  func bare() {
    let entry = FeedEntry(PublicFeed(recordName: "f", feedURL: "u", title: "t"), nil)
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
        "feed 'h' is left out: FeedMetadata 'm' has a STRING in 'totalAttempts', which is to be INT64",
      ])
  }

  @Test("a stored score that is no number counts as none")
  func badScore() throws {
    let feed = try PublicFeed(record: Self.feed("f", ["qualityScore": .double(.nan)]))
    #expect(FeedEntry(feed, nil).qualityScore == nil)
  }
}
