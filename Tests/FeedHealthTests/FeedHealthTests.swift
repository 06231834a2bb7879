import Catalog
import CloudKitRecords
import FeedHealth
import Testing

private let now = Timestamp(milliseconds: 1_795_219_200_000)

private func entry(
  _ name: RecordName = "f", title: String = "t", attempts: Int? = nil, successes: Int? = nil, failures: Int? = nil,
  lastSuccess: Int64? = nil, category: String? = nil, isActive: Bool = true
) -> FeedEntry {
  var entry = FeedEntry(recordName: name, title: title, feedURL: "https://example.com/\(name)")
  entry.totalAttempts = attempts
  entry.successfulAttempts = successes
  entry.failureCount = failures
  entry.lastFetchSuccess = lastSuccess.map { Timestamp(milliseconds: now.milliseconds - $0 * 1000) }
  entry.category = category
  entry.isActive = isActive
  return entry
}

@Suite("The health of a feed")
struct FeedHealthTests {
  @Test(
    "levels follow seed 003",
    arguments: [
      // attempts, successes, failures in a row
      (100, 95, 2, HealthLevel.healthy), (100, 81, 0, .healthy), (1, 1, 0, .healthy), (5, 5, nil, .healthy),
      (100, 80, 0, .degraded), (10, 8, 2, .degraded), (5, 4, 0, .degraded),
      (100, 79, 0, .degraded), (10, 0, 2, .degraded), (1, 0, 1, .degraded),
      (100, 97, 3, .warning), (100, 10, 4, .warning), (3, 0, 3, .warning),
      (100, 95, 5, .critical), (5, 0, 5, .critical), (1000, 1, 999, .critical),
      // never probed, or not counted
      (nil, nil, nil, .unknown), (0, 0, 0, .unknown), (0, nil, 0, .unknown), (10, nil, 0, .unknown),
      (nil, nil, 3, .warning), (0, 0, 5, .critical),
      // impossible counts
      (-5, -5, -5, .unknown), (10, 12, 0, .healthy), (10, -1, 0, .degraded),
    ] as [(Int?, Int?, Int?, HealthLevel)])
  func level(attempts: Int?, successes: Int?, failures: Int?, expected: HealthLevel) {
    let feed = entry(attempts: attempts, successes: successes, failures: failures)
    #expect(FeedHealth(of: feed, asOf: now).level == expected)
  }

  @Test(
    "the second failure is critical if the first was 7 days before; fewer days leave the level of the count",
    arguments: [
      // failures in a row, days from the first to the last
      (1, 30, HealthLevel.healthy), (2, nil, .healthy), (2, 0, .healthy), (2, 6.9, .healthy), (2, 7, .critical),
      (2, 7 - 1.0 / 48, .critical), (3, 1, .warning), (4, 6.9, .warning), (3, 7, .critical), (5, 0, .critical),
      (0, 90, .healthy),
    ] as [(Int, Double?, HealthLevel)])
  func span(failures: Int, days: Double?, expected: HealthLevel) {
    let level = HealthLevel(failureCount: failures, failureSpan: days.map { $0 * 86_400 }, successRate: 0.9)
    #expect(level == expected)
  }

  @Test(
    "the success rate is that of the last 30 days if the history covers them, otherwise that of all fetches",
    arguments: [
      // successes of 10 recent probes, whether the history covers 30 days
      (10, true, HealthLevel.healthy), (8, true, .degraded), (7, true, .degraded), (7, false, .healthy),
    ])
  func recentRate(successes: Int, isComplete: Bool, expected: HealthLevel) {
    var recent = RecentProbes()
    (recent.attempts, recent.successes, recent.isComplete) = (10, successes, isComplete)
    let feed = entry(attempts: 1000, successes: 990, failures: 0)
    #expect(FeedHealth(of: feed, nil, recent, asOf: now).level == expected)
    let past = entry(attempts: 1000, successes: 100, failures: 0)
    #expect(FeedHealth(of: past, nil, recent, asOf: now).level == (isComplete ? expected : .degraded))
    #expect(FeedHealth(of: feed, nil, RecentProbes(), asOf: now).level == .healthy)
  }

  @Test(
    "a feed works if its last probe says so; a probe that could not tell is no success",
    arguments: [
      (0, nil, 60, true), (2, nil, 60, false), (0, "bot-wall: HTTP 403", 60, nil), (0, "replaced: x", 60, true),
      (0, nil, nil, nil), (nil, nil, nil, nil),
    ] as [(Int?, String?, Int64?, Bool?)])
  func works(failures: Int?, reason: String?, lastSuccess: Int64?, expected: Bool?) {
    var feed = entry(failures: failures, lastSuccess: lastSuccess)
    feed.lastFailureReason = reason
    #expect(FeedHealth(of: feed, asOf: now).works == expected)
    for isUp in [true, false, nil] {
      let record = FeedRecord(Probe(feed: "f", verdict: "ok", level: "", isUp: isUp), at: now, after: nil)
      #expect(FeedHealth(of: feed, record, asOf: now).works == isUp)
    }
  }

  @Test("what another machine has found since the last probe in the history counts")
  func otherMachine() {
    let day = Timestamp(milliseconds: now.milliseconds - 50 * 86_400_000)
    let down = FeedRecord(Probe(feed: "f", verdict: "http-4xx", level: "", isUp: false), at: day, after: nil)
    var feed = entry(attempts: 100, successes: 90, failures: 0, lastSuccess: 3600)
    feed.lastAttempted = feed.lastFetchSuccess
    let health = FeedHealth(of: feed, down, asOf: now)
    #expect(health.works == true && health.verdict == nil && health.downSince == nil && health.historyEnd == day)
    var recent = RecentProbes()
    (recent.attempts, recent.isComplete) = (4, true)
    #expect(FeedHealth(of: feed, down, recent, asOf: now).successRate == 0.9)
    (feed.failureCount, feed.lastAttempted) = (2, now)
    #expect(FeedHealth(of: feed, down, asOf: now).level == .healthy)
    #expect(FeedHealth(of: feed, down, asOf: now).works == false)
    #expect(FeedHealth(of: feed, down, asOf: day).downSince == day)
  }

  @Test(
    "levels have the health status values of seed 000",
    arguments: [
      (HealthLevel.healthy, "healthy"), (.unknown, nil), (.degraded, "degraded"), (.warning, "degraded"),
      (.critical, "down"),
    ] as [(HealthLevel, String?)])
  func status(level: HealthLevel, status: String?) {
    #expect(level.healthStatus == status)
  }

  @Test("the time since the last success is never negative")
  func sinceSuccess() {
    #expect(FeedHealth(of: entry(lastSuccess: 90), asOf: now).secondsSinceSuccess == 90)
    #expect(FeedHealth(of: entry(lastSuccess: -90), asOf: now).secondsSinceSuccess == 0)
    #expect(FeedHealth(of: entry(), asOf: now).secondsSinceSuccess == nil)
  }
}

@Suite("The health of a catalog")
struct HealthReportTests {
  private static let feeds = [
    entry("a", title: "A", attempts: 10, successes: 10, failures: 0, lastSuccess: 60, category: "news"),
    entry("b", title: "B", attempts: 10, successes: 2, failures: 5, lastSuccess: 60, category: "news"),
    entry("c", title: "C", attempts: 10, successes: 2, failures: 8, lastSuccess: 60, category: "design"),
    entry("d", title: "D", attempts: 10, successes: 2, failures: 5, lastSuccess: 600, category: "design"),
    entry("e", title: "E", attempts: 10, successes: 0, failures: 5),
    entry("f", title: "F", category: "design"),
    entry("g", title: "G", attempts: 10, successes: 0, failures: 9, isActive: false),
    entry("i", title: "H", attempts: 10, successes: 9, failures: 3, lastSuccess: 60, category: "design"),
    entry("h", title: "H", attempts: 10, successes: 9, failures: 3, lastSuccess: 60, category: "design"),
  ]

  private static func report(_ feeds: [FeedEntry], limit: Int = 2000) -> HealthReport {
    var report = HealthReport(asOf: now, limit: limit)
    for feed in feeds { report.add(CatalogPage(entries: [feed], problems: [])) }
    return report
  }

  @Test("the worst feeds come first in any order of reading")
  func order() {
    var random = LinearCongruence(state: 7)
    for _ in 0..<20 {
      let report = Self.report(Self.feeds.shuffled(using: &random))
      #expect(report.items.map(\.recordName) == ["c", "e", "d", "b", "h", "i", "f", "a"])
    }
  }

  @Test("feeds are counted by level and category; inactive feeds have no level")
  func totals() {
    let report = Self.report(Self.feeds)
    #expect(HealthLevel.allCases.map { report.totals[$0] } == [1, 1, 0, 2, 4])
    #expect(report.feeds == 8)
    #expect(report.inactive == 1)
    #expect(report.categories.map(\.name) == ["design", "news", nil])
    #expect(report.categories.map { $0.totals[.critical] } == [2, 1, 1])
  }

  @Test(
    "feeds at a level or a worse one are counted",
    arguments: [
      (HealthLevel.critical, 4), (.warning, 6), (.degraded, 6), (.unknown, 7), (.healthy, 8),
    ])
  func atLeast(level: HealthLevel, count: Int) {
    #expect(Self.report(Self.feeds).totals.count(atLeast: level) == count)
  }

  @Test("hosts with degraded feeds are listed, those with down feeds first, and those with healthy feeds only are not")
  func worstHosts() {
    var feeds = Self.feeds.filter { ["a", "b", "f"].contains($0.recordName) }
    feeds.append(entry("degraded", attempts: 10, successes: 0, failures: 2))
    for (index, host) in ["up", "down", "unknown", "weak"].enumerated() {
      feeds[index].feedURL = "https://\(host).example/feed"
    }
    #expect(Self.report(feeds).worstHosts(10).map(\.name) == ["down.example", "weak.example"])
    #expect(Self.report(feeds).worstHosts(1).map(\.name) == ["down.example"])
  }

  @Test("working feeds with findings hold no failing feed, and come by cause, then title")
  func findings() {
    let reasons = [
      ("b", "stale: x", 0), ("a", "stale: x", 0), ("c", "replaced: x", 0), ("d", "timeout: x", 1),
      ("e", "timeout: x", 4), ("w", "bot-wall: x", 0), ("g", nil, 0),
    ]
    let feeds = reasons.map { name, reason, failures in
      var feed = entry(RecordName(name), title: name, attempts: 99, successes: 90, failures: failures, lastSuccess: 60)
      feed.lastFailureReason = reason
      return feed
    }
    var page = CatalogPage(entries: feeds, problems: [])
    var records: [RecordName: FeedRecord] = [:]
    for name in ["a", "b", "g"] {
      var probe = Probe(feed: RecordName(name), verdict: name == "g" ? "ok" : "stale", level: "", isUp: true)
      probe.movedTo = name == "b" ? "https://b.example/" : nil
      records[probe.feed] = FeedRecord(probe, at: now, after: nil)
    }
    page.entries.sort { $0.title > $1.title }
    var report = HealthReport(asOf: now)
    report.add(page, records)
    #expect(report.withFindings.feeds.elements.map(\.recordName) == ["a", "b"])
    #expect(report.withFindings.causes.map { "\($0.cause) \($0.feeds)" } == ["stale 2"])
    #expect(report.unread.feeds.elements.map(\.recordName) == ["w"])
    #expect(report.items.filter { $0.level > .unknown }.map(\.recordName) == ["e", "c"])
  }

  @Test("certificates of active feeds that end from now to 14 days later are listed, the next to end first")
  func certificates() {
    let edge: Int64 = 14 * 86_400_000
    let ends: [(RecordName, Int64?)] = [
      ("past", -1), ("edge", edge), ("now", 0), ("later", edge + 1), ("off", 1), ("unknown", nil),
    ]
    var report = HealthReport(asOf: now)
    for (name, milliseconds) in ends {
      var probe = Probe(feed: name, verdict: "ok", level: "healthy", isUp: true)
      probe.certificateEnd = milliseconds.map { Timestamp(milliseconds: now.milliseconds + $0) }
      let page = CatalogPage(entries: [entry(name, isActive: name != "off")], problems: [])
      report.add(page, [name: FeedRecord(probe, at: now, after: nil)])
    }
    #expect(report.endingCertificates.elements.map(\.recordName) == ["now", "edge"])
  }

  @Test("the report lists the worst feeds and counts all")
  func limit() {
    let many = (0..<5000).map {
      entry(RecordName("\($0)"), title: "\($0)", attempts: 10, successes: 10, failures: $0 % 7)
    }
    let report = Self.report(many, limit: 50)
    #expect(report.items == Array(Self.report(many).items.prefix(50)))
    #expect(report.feeds == 5000)
    #expect(Self.report(many, limit: .max).items.count == 5000)
    #expect(Self.report(many, limit: -1).items.isEmpty)
  }
}

/// A generator that gives the same numbers every run.
private struct LinearCongruence: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return state
  }
}
