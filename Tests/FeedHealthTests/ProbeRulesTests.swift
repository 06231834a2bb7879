import Catalog
import CloudKitRecords
import FeedHealth
import Testing

private let now = Timestamp(milliseconds: 1_795_219_200_000)

private func ago(days: Double) -> Timestamp {
  Timestamp(milliseconds: now.milliseconds - Int64(days * 86_400_000))
}

@Suite("Publishing cadence")
struct PublishingCadenceTests {
  @Test("articles per week count from the oldest listed article, which begins the time")
  func rate() {
    let daily = PublishingCadence((0..<14).map { ago(days: Double($0)) }, asOf: now)
    #expect(daily.medianGap == 24)
    #expect(daily.newest == now)
    #expect(daily.articlesPerWeek == 7)
    #expect(PublishingCadence([ago(days: 2), ago(days: 9), ago(days: 16)], asOf: ago(days: 2)).articlesPerWeek == 1)
    #expect(PublishingCadence([ago(days: 3)], asOf: now).articlesPerWeek == nil)
    #expect(PublishingCadence([ago(days: 200)], asOf: now).articlesPerWeek == 0)
    let quiet = PublishingCadence([ago(days: 200), ago(days: 260)], asOf: now)
    #expect(quiet.articlesPerWeek == 0)
    #expect(quiet.medianGap == 1440)
    #expect(PublishingCadence([], asOf: now) == PublishingCadence([ago(days: -9000)], asOf: now))
    // PHP writes 1970 for an unknown date.
    #expect(PublishingCadence([], asOf: now) == PublishingCadence([Timestamp(milliseconds: 0)], asOf: now))
  }

  @Test(
    "a feed is stale compared with its own rhythm",
    arguments: [
      (24.0, 29.0, false), (24.0, 31.0, true), (30.0 * 24, 100.0, false), (30.0 * 24, 130.0, true),
      (365.0 * 24, 700.0, false), (365.0 * 24, 800.0, true), (nil, 300.0, false), (nil, 400.0, true),
    ] as [(Double?, Double, Bool)])
  func stale(gap: Double?, days: Double, expected: Bool) {
    #expect(PublishingCadence.isStale(newest: ago(days: days), medianGap: gap, asOf: now) == expected)
  }
}

@Suite("Outage watch")
struct OutageWatchTests {
  private func watch(
    _ kinds: [OutageKind?], hosts: Int = 100, last: OutageWatch.LastProbe = .none, answers: Int = 0
  ) -> OutageWatch {
    var watch = OutageWatch()
    for (index, kind) in kinds.enumerated() {
      watch.add(kind, hasAnswer: false, host: "h\(index % hosts)", last: last)
    }
    for index in 0..<answers { watch.add(nil, hasAnswer: true, host: "a\(index)", last: last) }
    return watch
  }

  @Test("without any answer, an outage needs the same failure of half the probes on several hosts")
  func rules() {
    #expect(watch([.names, .names, .names]).outage?.kind == .names)
    #expect(watch([.names, .names]).outage == nil)
    #expect(watch([.names, .names, .names], hosts: 2).outage == nil)
    #expect(watch([.names, .network, .connections]).outage == nil)
    #expect(watch([.names, .names, .names, nil, nil, nil]).outage?.failed == 3)
    #expect(watch([.names, .names, .names, nil, nil, nil, nil]).outage == nil)
  }

  @Test("failures of feeds that failed before are no outage, unless a feed that had not failed joins them")
  func before() {
    var watch = watch([.names, .names, .names], last: .failed)
    #expect(watch.outage == nil)
    watch.add(.names, hasAnswer: false, host: "new", last: .none)
    #expect(watch.outage?.failed == 4)
  }

  @Test(
    "once a host has answered, half of twenty feeds that worked before must fail",
    arguments: [
      (.worked, 10, 10, true), (.worked, 10, 11, false), (.worked, 9, 9, false), (.none, 90, 10, false),
      (.failed, 90, 10, false),
    ] as [(OutageWatch.LastProbe, Int, Int, Bool)])
  func answers(last: OutageWatch.LastProbe, failures: Int, answers: Int, isOutage: Bool) {
    let kinds = [OutageKind?](repeating: .connections, count: failures)
    #expect((watch(kinds, last: last, answers: answers).outage != nil) == isOutage)
  }

  @Test("a run stops after 200 probes of an outage")
  func suspicion() {
    func isSuspicious(after failures: Int, answers: Int = 0) -> Bool {
      watch([OutageKind?](repeating: .network, count: failures), answers: answers).isSuspicious
    }
    #expect(isSuspicious(after: 199) == false)
    #expect(isSuspicious(after: 200) == true)
    #expect(isSuspicious(after: 200, answers: 1) == false)
  }
}

@Suite("Probe schedule")
struct ProbeScheduleTests {
  @Test("hosts take turns, and a host's next feed waits until one is finished")
  func turns() {
    var schedule = ProbeSchedule([("a", 1), ("a", 2), ("b", 3)], perHost: 1)
    #expect(schedule.next()?.feed == 1)
    let last = schedule.next()
    #expect(last?.feed == 3 && last?.isLast == true)
    #expect(schedule.next() == nil)
    schedule.finished("a")
    #expect(schedule.next()?.feed == 2)
    schedule.finished("a")
    #expect(schedule.next() == nil)
  }

  @Test("as many feeds of a host are in progress as it may have connections")
  func two() {
    var schedule = ProbeSchedule([("a", 1), ("a", 2), ("a", 3), ("b", 4)], perHost: 2)
    #expect((0..<3).map { _ in schedule.next()?.feed } == [1, 4, 2])
    #expect(schedule.next() == nil)
    schedule.finished("a")
    #expect(schedule.next()?.feed == 3)
  }

  @Test("dropped feeds never start")
  func dropped() {
    var schedule = ProbeSchedule([("a", 1), ("a", 2), ("a", 3), ("b", 4)], perHost: 1)
    #expect(schedule.next()?.feed == 1)
    #expect(schedule.drop("a") == [2, 3])
    schedule.finished("a")
    #expect(schedule.next()?.feed == 4)
    #expect(schedule.next() == nil)
  }
}

@Suite("Verdicts")
struct VerdictTests {
  @Test(
    "each failure has a class",
    arguments: [
      (FetchFailure.dns(reason: "no such host", isTemporary: false), "dns false true"),
      (.dns(reason: "try again", isTemporary: true), "dns false false"),
      (.connect(reason: "refused"), "connect false false"),
      (.interrupted(reason: "reset"), "connect false false"), (.tls(reason: "expired"), "tls false true"),
      (.timeout(.sending, seconds: 1), "timeout false false"),
      (.redirect(reason: "circle"), "redirect-loop false true"),
      (.tooLarge(limit: 1), "too-large false true"), (.robots(reason: "no"), "robots nil true"),
      (.unreadableRobots(reason: "no"), "robots false false"),
      (.address(host: "h", kind: "private"), "local-network nil true"), (.stopped, nil), (.paused(.seconds(9)), nil),
    ] as [(FetchFailure, String?)])
  func failures(failure: FetchFailure, expected: String?) {
    #expect(Verdict(failure).map(Self.words) == expected)
  }

  @Test(
    "each status has a class",
    arguments: [
      (404, nil, "http-4xx false true"), (410, nil, "http-4xx false true"), (408, nil, "http-4xx false false"),
      (429, nil, "rate-limited nil false"), (403, "a wall", "bot-wall nil true"), (503, "a wall", "bot-wall nil true"),
      (503, nil, "http-5xx false false"), (501, nil, "http-5xx false true"), (999, nil, "http-5xx false false"),
      (300, nil, "not-a-feed false false"),
    ] as [(Int, String?, String)])
  func statuses(status: Int, wall: String?, expected: String) {
    #expect(Self.words(Verdict(status: status, wall: wall, retryAfter: nil)) == expected)
  }

  private static func words(_ verdict: Verdict) -> String {
    "\(verdict.verdictClass.rawValue) \(verdict.isUp.map { "\($0)" } ?? "nil") \(verdict.isPermanent)"
  }
}

@Suite("Probe findings")
struct ProbeFindingTests {
  @Test(
    "a feed that was read replaces the items of the last reading, also with none; a 304 keeps them",
    arguments: [true, false])
  func items(wasRead: Bool) {
    var last = Probe(feed: "f", verdict: "ok", level: "healthy", isUp: true)
    (last.wasRead, last.items, last.newest, last.itemHashes) = (true, 2, ago(days: 3), [1, 2])
    var probe = Probe(feed: "f", verdict: "ok", level: "healthy", isUp: true)
    probe.wasRead = wasRead
    let record = FeedRecord(probe, at: now, after: FeedRecord(last, at: ago(days: 1), after: nil))
    #expect(record.probe.items == (wasRead ? nil : 2) && record.probe.newest == (wasRead ? nil : ago(days: 3)))
    #expect(record.probe.itemHashes == (wasRead ? [] : [1, 2]))
  }

  @Test(
    "neither a 304 nor a permanent redirect hides a defect of the last reading",
    arguments: [
      ("ok", true, "not-modified", "HTTP 304", "moved"), ("moved", true, "not-modified", "HTTP 304", "moved"),
      ("stale", true, "stale", "as before", "stale"), ("malformed", true, "malformed", "as before", "malformed"),
      ("empty-feed", true, "empty-feed", "as before", "empty-feed"),
      ("malformed", false, "not-modified", "HTTP 304", "moved"), ("dns", false, "not-modified", "HTTP 304", "moved"),
    ] as [(String, Bool, String, String, String)])
  func unchanged(last: String, isUp: Bool, verdict: String, evidence: String, moved: String) throws {
    let request = FetchRequest(url: "https://a.example/", etag: "1")
    for detail in ["as before", "as before; moved to https://b.example/"] {
      let probe = Probe(feed: "f", verdict: last, level: "healthy", isUp: isUp, detail: detail)
      let known = FeedRecord(probe, at: ago(days: 1), after: nil)
      let still = ProbeFinding.judge(.success(304), of: request, known: known, asOf: now)?.finding
      #expect(still?.verdict.verdictClass.rawValue == verdict)
      #expect(still?.verdict.evidence == evidence && still?.movedTo == nil)
      let redirect = FetchOutcome(
        answer: .success(FetchedAnswer(status: 304)),
        redirects: [FetchOutcome.Redirect(status: 301, url: "https://b.example/")])
      let away = ProbeFinding.judge(redirect, of: request, known: known, asOf: now)?.finding
      #expect(away?.verdict.verdictClass.rawValue == moved)
      #expect(away?.verdict.evidence == evidence + "; moved to https://b.example/")
      #expect(away?.movedTo?.canonical == "https://b.example/")
    }
  }
}

@Suite("What an answer without a document says")
struct UnchangedTests {
  @Test("a 304 is an answer to a conditional request only", arguments: [true, false])
  func conditional(isConditional: Bool) {
    let request = FetchRequest(url: "https://a.example/", etag: isConditional ? "1" : nil)
    let outcome = FetchOutcome(answer: .success(FetchedAnswer(status: 304)))
    let finding = ProbeFinding.judge(outcome, of: request, known: nil, asOf: Timestamp(milliseconds: 0))?.finding
    #expect(finding?.verdict.verdictClass == (isConditional ? .notModified : .empty))
    #expect(finding?.verdict.isUp == isConditional)
  }
}

@Suite("Shards")
struct ShardTests {
  @Test("each host belongs to one share, and shares have similar sizes")
  func shares() {
    let counts = (0..<4000).reduce(into: [0, 0, 0, 0]) { $0[FeedHost.shard(of: "host\($1).example", of: 4)] += 1 }
    #expect(counts.reduce(0, +) == 4000)
    #expect(counts.allSatisfy { $0 > 850 && $0 < 1150 })
    #expect(FeedHost.of("https://u:p@WWW.Example.com:8080/x") == "example.com")
    #expect(ProbeSelection.Shard(0, of: 2) == nil && ProbeSelection.Shard(3, of: 2) == nil)
  }
}
