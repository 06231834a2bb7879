import CloudKitRecords
import FeedHealth
import ProbeHistory
import Testing

private let start = Timestamp(milliseconds: 1_795_219_200_000)

/// Returns the time a number of hours after the start of the tests.
private func hour(_ hours: Double) -> Timestamp {
  Timestamp(milliseconds: start.milliseconds + Int64(hours * 3_600_000))
}

private func probe(_ verdict: String = "ok", up: Bool? = true, status: Int? = nil) -> Probe {
  var probe = Probe(feed: "f", verdict: verdict, level: up == false ? "degraded" : "healthy", isUp: up)
  probe.status = status
  return probe
}

/// Adds a probe in its own run.
@discardableResult
private func add(_ probe: Probe, at moment: Timestamp, to history: SQLiteProbeHistory) async throws -> FeedRecord {
  let run = try await history.begin(at: moment)
  let records = try await history.add([probe], to: run)
  try await history.finish(run, keepingDays: 365)
  return try #require(records.first)
}

@Suite("Probe history")
struct ProbeHistoryTests {
  @Test(
    "uptime is a share of time, and an inconclusive probe does not change it",
    arguments: [
      // (hour, up) of each probe; hour of the question; percent
      ([(0, true)], 0, 100), ([(0, false)], 0, 0), ([(0, nil)], 0, nil),
      ([(0, true), (10, false)], 20, 50), ([(0, true), (30, false), (40, true)], 40, 75),
      ([(0, true), (10, nil), (20, false)], 30, 200.0 / 3), ([(0, false), (1, true)], 4, 75),
      // only the last 30 days count: down for 25 of them
      ([(0, true), (24.0 * 15, false)], 24.0 * 40, 100.0 / 6),
      ([(0, false), (24.0 * 20, true), (24.0 * 21, true)], 24.0 * 50, 100),
      // no probe of the last 30 days could tell
      ([(0, true)], 24.0 * 100, nil), ([(0, true), (24.0 * 20, nil), (24.0 * 40, nil)], 24.0 * 45, nil),
    ] as [([(Double, Bool?)], Double, Double?)])
  func uptime(probes: [(Double, Bool?)], asked: Double, expected: Double?) async throws {
    let history = try SQLiteProbeHistory.inMemory()
    for (at, up) in probes { try await add(probe(up: up), at: hour(at), to: history) }
    let found = try await history.recent(of: ["f", "unknown"], asOf: hour(asked))["f"]?.uptime
    #expect(found.map { ($0 * 1000).rounded() } == expected.map { ($0 * 1000).rounded() })
  }

  @Test(
    "the results of the last 30 days are counted, without inconclusive ones, and are complete after 30 days",
    arguments: [
      // (day, up) of each probe; day of the question; attempts, successes, whether the history covers the days
      ([(0, true), (1, false), (2, nil)], 2, 2, 1, false), ([(0, false), (1, true), (29, true)], 30, 2, 2, true),
      ([(0, false), (30, true), (31, nil)], 60, 0, 0, true), ([(0, true)], 100, 0, 0, true),
      ([(0, true), (40, false), (41, true)], 45, 2, 1, true), ([(0, true), (40, false), (41, true)], 40, 1, 0, true),
    ] as [([(Double, Bool?)], Double, Int, Int, Bool)])
  func recent(
    probes: [(Double, Bool?)], asked: Double, attempts: Int, successes: Int, isComplete: Bool
  ) async throws {
    let history = try SQLiteProbeHistory.inMemory()
    for (day, up) in probes { try await add(probe(up: up), at: hour(day * 24), to: history) }
    let found = try #require(try await history.recent(of: ["f"], asOf: hour(asked * 24))["f"])
    #expect((found.attempts, found.successes) == (attempts, successes) && found.isComplete == isComplete)
  }

  @Test("days have their numbers of successes and failures, and probes are in the order of their times")
  func days() async throws {
    let history = try SQLiteProbeHistory.inMemory()
    let day = ProbedDay.day(of: start)
    for (at, up) in [(0.0, true), (1, false), (24, nil), (72, false), (48, true)] as [(Double, Bool?)] {
      try await add(probe(up: up), at: hour(at), to: history)
    }
    let found = try await history.days(of: ["f", "unknown"], after: hour(-1), upTo: hour(71))
    #expect(
      found == [
        "f": [
          ProbedDay(day: day, up: 1, down: 1), ProbedDay(day: day + 1, up: 0, down: 0),
          ProbedDay(day: day + 2, up: 1, down: 0),
        ], "unknown": [],
      ])
    #expect(try await history.days(of: ["f"], after: hour(0), upTo: hour(1))["f"] == [.init(day: day, up: 0, down: 1)])
    #expect(try await history.probes(of: "f").map(\.at) == [0, 1, 24, 48, 72].map(hour))
    #expect(try await history.probes(of: "unknown").isEmpty)
  }

  @Test("the start of downtime is kept through inconclusive probes")
  func downSince() async throws {
    let history = try SQLiteProbeHistory.inMemory()
    #expect(try await add(probe(), at: hour(0), to: history).downSince == nil)
    #expect(try await add(probe("dns", up: false), at: hour(5), to: history).downSince == hour(5))
    #expect(try await add(probe("robots", up: nil), at: hour(6), to: history).downSince == hour(5))
    #expect(try await add(probe("timeout", up: false), at: hour(7), to: history).downSince == hour(5))
    #expect(try await add(probe(), at: hour(8), to: history).downSince == nil)
    let record = try #require(try await history.records(of: ["f"])["f"])
    #expect(record.since == hour(8))
    #expect(record.probe.verdict == "ok")
  }

  @Test("refusals are counted until the feed is up again")
  func refusals() async throws {
    let history = try SQLiteProbeHistory.inMemory()
    try await add(probe("http-4xx", up: false, status: 404), at: hour(0), to: history)
    try await add(probe("timeout", up: false), at: hour(1), to: history)
    let second = try await add(probe("http-4xx", up: false, status: 404), at: hour(2), to: history)
    #expect(second.goneStatus == 404 && second.goneSince == hour(0) && second.goneCount == 2)
    let gone = try await add(probe("http-4xx", up: false, status: 410), at: hour(3), to: history)
    #expect(gone.goneStatus == 410 && gone.goneSince == hour(3) && gone.goneCount == 1)
    #expect(try await add(probe(), at: hour(4), to: history).goneStatus == nil)
  }

  @Test("a move keeps its start and whether its target has the same items")
  func moves() async throws {
    let history = try SQLiteProbeHistory.inMemory()
    var before = probe()
    before.wasRead = true
    before.itemHashes = [1, 2, .max]
    try await add(before, at: hour(0), to: history)
    var moved = probe("moved")
    moved.wasRead = true
    moved.movedTo = "https://new.example/feed"
    moved.itemHashes = [.max, 9]
    let first = try await add(moved, at: hour(1), to: history)
    #expect(first.movedSince == hour(1) && first.movedMatches)
    try await add(probe("timeout", up: false), at: hour(2), to: history)
    moved.itemHashes = [77]
    let later = try await add(moved, at: hour(30), to: history)
    #expect(later.movedSince == hour(1) && later.movedMatches)
    moved.movedTo = "https://other.example/feed"
    let other = try await add(moved, at: hour(31), to: history)
    #expect(other.movedSince == hour(31))
    #expect(try await add(probe(), at: hour(32), to: history).movedSince == nil)
  }

  /// Steps of a feed whose items were 1 and 2: the target of the redirect, and the items; none for a 304.
  @Test(
    "a redirect target is the same feed only if it has items of the last reading before the move",
    arguments: [
      ([("b", [1])], true), ([("b", [9])], false), ([("b", [9]), ("b", [9])], false),
      ([("b", [9]), ("b", [9]), ("b", [9, 1])], true), ([("b", [9]), ("c", [9])], false),
      ([("b", [9]), ("c", [2])], true), ([("b", []), ("b", [9])], false), ([("b", []), ("b", [2])], true),
      ([("b", []), ("b", [])], false), ([("b", [1]), ("b", [3]), ("c", [3])], true), ([("b", [1]), ("b", [])], true),
      ([("b", [9]), (nil, [7]), ("b", [9])], false), ([("b", [9]), (nil, [7]), ("b", [7])], true),
    ] as [([(String?, [UInt64])], Bool)])
  func hijack(steps: [(String?, [UInt64])], isSame: Bool) async throws {
    let history = try SQLiteProbeHistory.inMemory()
    var last: FeedRecord?
    for (index, (target, items)) in ([(nil, [1, 2])] + steps).enumerated() {
      var step = probe(target == nil ? "ok" : "moved")
      step.movedTo = target.map { "https://\($0).example/feed" }
      step.itemHashes = items
      step.wasRead = !items.isEmpty
      last = try await add(step, at: hour(Double(index) * 25), to: history)
    }
    #expect(last?.movedMatches == isSame)
  }

  @Test(
    "items read after a temporary redirect replace the last ones only if they have some in common",
    arguments: [
      ([9] as [UInt64], true, false, [1, 2] as [UInt64]), ([9, 2], true, true, [9, 2]), ([9], false, true, [9]),
    ])
  func temporary(items: [UInt64], wasRedirected: Bool, isSame: Bool, kept: [UInt64]) async throws {
    let history = try SQLiteProbeHistory.inMemory()
    func read(_ items: [UInt64], _ subtitle: String) -> Probe {
      var probe = probe()
      (probe.wasRead, probe.itemHashes) = (true, items)
      probe.description = SelfDescription(siteURL: nil, imageURL: nil, language: nil, subtitle: subtitle)
      return probe
    }
    try await add(read([1, 2], "ours"), at: hour(0), to: history)
    var step = read(items, "at the target")
    step.wasRedirected = wasRedirected
    #expect(try await add(step, at: hour(25), to: history).probe.itemHashes == kept)
    #expect(try await history.descriptions(of: ["f"])["f"]?.subtitle == (isSame ? "at the target" : "ours"))
    var moved = read(items, "at the target")
    (moved.movedTo, moved.wasRedirected) = ("https://b.example/feed", true)
    #expect(try await add(moved, at: hour(50), to: history).movedMatches == isSame)
  }

  @Test("a feed that had moved before its first reading has no proof of being the same")
  func unread() async throws {
    let history = try SQLiteProbeHistory.inMemory()
    var moved = probe("moved")
    moved.movedTo = "https://b.example/feed"
    moved.itemHashes = [9]
    moved.titleHashes = [5]
    moved.description = SelfDescription(siteURL: nil, imageURL: nil, language: nil, subtitle: nil, title: "F")
    moved.wasRead = true
    // Readings behind the redirect show that its target stays the same one, not that it is the feed.
    let days: [(Double, [UInt64], Double)] = [(0, [5], 0), (1, [5, 6], 0), (2, [6], 0), (3, [9], 3), (4, [9], 3)]
    for (day, titles, since) in days {
      moved.titleHashes = titles
      let record = try await add(moved, at: hour(day * 24), to: history)
      #expect(!record.movedMatches && record.movedSince == hour(since * 24), "day \(day)")
    }
  }

  @Test("a 304 keeps the items of the last reading")
  func unchanged() async throws {
    let history = try SQLiteProbeHistory.inMemory()
    var read = probe()
    read.wasRead = true
    read.newest = hour(-5)
    read.items = 7
    read.itemHashes = [5]
    read.description = SelfDescription(siteURL: "https://a.example/", imageURL: nil, language: "en", subtitle: nil)
    try await add(read, at: hour(0), to: history)
    let record = try await add(probe("not-modified"), at: hour(1), to: history)
    #expect(record.probe.newest == hour(-5) && record.probe.items == 7 && record.probe.itemHashes == [5])
    #expect(record.readAt == hour(0))
    #expect(try await history.descriptions(of: ["f"])["f"] == read.description)
    #expect(try await history.records(of: ["f"])["f"] == record)
  }

  @Test("totals of the last runs are kept, and old entries are deleted")
  func trend() async throws {
    let history = try SQLiteProbeHistory.inMemory()
    try await add(probe(), at: hour(0), to: history)
    try await add(probe("dns", up: false), at: hour(24), to: history)
    let trend = try await history.trend(lastDays: 5)
    #expect(trend.map(\.at) == [hour(0), hour(24)])
    #expect(trend.map(\.verdicts) == [["ok": 1], ["dns": 1]])
    #expect(trend.map(\.levels) == [["healthy": 1], ["degraded": 1]])
    let run = try await history.begin(at: hour(24 * 200))
    try await history.finish(run, keepingDays: 100)
    #expect(try await history.trend(lastDays: 5).map(\.at) == [hour(24 * 200)])
    #expect(try await history.records(of: ["f"])["f"]?.downSince == hour(24))
  }

  @Test("a robots.txt is kept for a day")
  func robots() async throws {
    let history = try SQLiteProbeHistory.inMemory()
    try await history.addRobots(["https://a": "User-agent: *\n", "https://b": ""], at: hour(0))
    try await history.addRobots(["https://a": "User-agent: *\nDisallow: /\n"], at: hour(5))
    #expect(
      try await history.robots(asOf: hour(23)) == ["https://a": "User-agent: *\nDisallow: /\n", "https://b": ""])
    #expect(try await history.robots(asOf: hour(24)).keys.sorted() == ["https://a"])
    #expect(try await history.robots(asOf: hour(4)).keys.sorted() == ["https://b"])
    let run = try await history.begin(at: hour(30))
    try await history.finish(run, keepingDays: 30)
    #expect(try await history.robots(asOf: hour(6)).isEmpty)
  }

  @Test("the longest pause that a host asked for is kept")
  func pauses() async throws {
    let history = try SQLiteProbeHistory.inMemory()
    try await history.pause("a.example", until: hour(5))
    try await history.pause("a.example", until: hour(3))
    #expect(try await history.pauses(after: hour(4)) == ["a.example": hour(5)])
    #expect(try await history.pauses(after: hour(5)).isEmpty)
  }
}
