import Catalog
import CloudKitRecords
import FeedHealth
import Testing

private let now = Timestamp(milliseconds: 1_795_219_200_000)

private func ago(days: Double) -> Timestamp {
  Timestamp(milliseconds: now.milliseconds - Int64(days * 86_400_000))
}

@Suite("Due rule")
struct DueRuleTests {
  private func entry(failures: Int? = nil, asks: Int? = nil, hours: Double? = nil) -> FeedEntry {
    var entry = FeedEntry(recordName: "f", title: "t", feedURL: "https://example.com/")
    entry.failureCount = failures
    entry.minUpdateInterval = asks
    entry.updateFrequency = hours
    return entry
  }

  @Test(
    "the interval is half the feed's rhythm, else an hour; 15 minutes to 3 hours, but at least what the publisher asks for",
    arguments: [
      (nil, nil, 3600), (nil, 5, 9000), (nil, 0.4, 900), (nil, 0, 900), (nil, 24, 10_800), (nil, 24 * 90, 10_800),
      (7200, nil, 7200), (1800, 5, 9000), (43_200, 24, 43_200), (99_999_999, nil, 604_800), (-5, 24, 10_800),
    ] as [(Int?, Double?, Double)])
  func interval(asks: Int?, hours: Double?, expected: Double) {
    #expect(DueRule().interval(of: entry(asks: asks, hours: hours), asOf: now) == expected)
  }

  @Test("an inactive feed is due after a week, whatever its rhythm, its failures, and its publisher say")
  func inactive() {
    for var feed in [entry(), entry(failures: 1, hours: 1), entry(asks: 9_999_999), entry(asks: 60, hours: 1)] {
      feed.isActive = false
      #expect(DueRule().interval(of: feed, asOf: now) == 604_800)
    }
  }

  @Test("another maximum bounds the rhythm, not the publisher's request")
  func maximum() {
    var rule = DueRule()
    rule.maximum = 86_400
    #expect(rule.interval(of: entry(hours: 24), asOf: now) == 43_200)
    rule.maximum = 1800
    #expect(rule.interval(of: entry(hours: 24), asOf: now) == 1800)
    #expect(rule.interval(of: entry(asks: 7200, hours: 24), asOf: now) == 7200)
  }

  @Test("a feed without items for 90 days is due daily, known by its newest item or else by its stored rate")
  func dormant() {
    var feed = entry(hours: 24)
    for (days, expected) in [(90.0, 10_800.0), (90.1, 86_400)] {
      #expect(DueRule().interval(of: feed, newest: ago(days: days), asOf: now) == expected)
    }
    feed.averageArticlesPerWeek = 0
    #expect(DueRule().interval(of: feed, asOf: now) == 86_400)
    #expect(DueRule().interval(of: feed, newest: ago(days: 1), asOf: now) == 10_800)
    feed.averageArticlesPerWeek = 0.1
    #expect(DueRule().interval(of: feed, asOf: now) == 10_800)
  }

  @Test(
    "failures double the interval, up to a week, or to a day if the feed worked within 32 days",
    arguments: [(1, nil, 2.0), (3, nil, 8), (6, nil, 64), (50, nil, 168), (3, 32, 8), (6, 32, 24), (6, 32.1, 64)]
      as [(Int, Double?, Double)])
  func backOff(failures: Int, success: Double?, hours: Double) {
    var feed = entry(failures: failures, asks: 60)
    feed.lastFetchSuccess = success.map { ago(days: $0) }
    let interval = DueRule().interval(of: feed, asOf: now)
    let limit = hours == 24 ? 24.0 : min(168, hours * 1.25)
    #expect(interval >= hours * 3600 && interval <= limit * 3600)
    feed.minUpdateInterval = nil
    #expect(interval == DueRule().interval(of: feed, asOf: now))
  }

  @Test("a run that starts up to a minute earlier in its hour or week finds the same feeds due", arguments: [0, 50])
  func schedulers(failures: Int) {
    for (days, isDue) in [(7.0, true), (7 - 59 / 86_400, true), (7 - 61 / 86_400, false)] {
      var feed = entry(failures: failures, asks: 604_800)
      feed.lastAttempted = ago(days: days)
      #expect(DueRule().isDue(feed, asOf: now) == isDue, "\(days)")
    }
  }

  @Test("a feed is due if it was never tried, tried long ago, or tried in the future")
  func due() {
    var feed = entry()
    #expect(DueRule().isDue(feed, asOf: now))
    feed.lastAttempted = ago(days: 1)
    #expect(DueRule().isDue(feed, asOf: now))
    feed.lastAttempted = ago(days: 0.01)
    #expect(!DueRule().isDue(feed, asOf: now))
    feed.lastAttempted = ago(days: -365)
    #expect(DueRule().isDue(feed, asOf: now))
  }
}
