import CloudKitRecords
import FeedHealth
import Testing

@Suite("Timeline of a feed")
struct FeedTimelineTests {
  /// A probe: its day, what it found, and the target of a permanent redirect.
  struct Step: Sendable {
    let day: Double
    let verdict: String
    var isUp: Bool?
    var movedTo: String?

    static func up(_ day: Double) -> Step { Step(day: day, verdict: "ok", isUp: true) }
    static func failed(_ day: Double, _ verdict: String = "dns") -> Step {
      Step(day: day, verdict: verdict, isUp: false)
    }
    static func blocked(_ day: Double, _ verdict: String = "bot-wall") -> Step { Step(day: day, verdict: verdict) }
    static func replaced(_ day: Double) -> Step { Step(day: day, verdict: "replaced", isUp: true) }
    static func moved(_ day: Double, _ target: String = "a") -> Step {
      Step(day: day, verdict: "moved", isUp: true, movedTo: "https://\(target).example/")
    }
  }

  private static func time(_ day: Double) -> Timestamp { Timestamp(milliseconds: Int64(day * 86_400_000)) }

  private static func records(_ steps: [Step]) -> [FeedRecord] {
    var last: FeedRecord?
    return steps.map { step in
      var probe = Probe(
        feed: "f", verdict: step.verdict, level: "healthy", isUp: step.isUp, detail: "day \(step.day)",
        seconds: step.day)
      probe.movedTo = step.movedTo
      let record = FeedRecord(probe, at: time(step.day), after: last)
      last = record
      return record
    }
  }

  private static func words(_ timeline: FeedTimeline) -> [String] {
    timeline.spans.map { span in
      let until = span.until.map { "\($0.milliseconds / 86_400_000)" } ?? ""
      return "\(span.state.rawValue) \(span.from.milliseconds / 86_400_000)-\(until) \(span.probes)"
    }
  }

  @Test(
    "a span ends with the probe that finds another state, and long pauses are spans of their own",
    arguments: [
      ([], 10, []), ([.up(0)], 10, ["up 0- 1"]), ([.up(0), .up(1)], 2, ["up 0- 2"]),
      ([.up(0), .failed(3), .failed(4), .up(6)], 7, ["up 0-3 1", "failing 3-6 2", "up 6- 1"]),
      // Reasons of failures may change; a request for fewer requests says nothing.
      ([.failed(0), .failed(1, "timeout"), .blocked(2, "rate-limited"), .failed(3)], 4, ["failing 0- 4"]),
      ([.blocked(0, "rate-limited"), .up(1)], 2, ["unread 0-1 1", "up 1- 1"]),
      ([.up(0), .blocked(1), .blocked(2)], 3, ["up 0-1 1", "unread 1- 2"]),
      (
        [.up(0), .moved(1), .moved(2, "b"), .failed(3), .moved(4, "b")], 5,
        ["up 0-1 1", "moved 1-2 1", "moved 2-3 1", "failing 3-4 1", "moved 4- 1"]
      ),
      ([.up(0), .replaced(1), .up(2)], 3, ["up 0-1 1", "replaced 1-2 1", "up 2- 1"]),
      // A year without a probe, between probes and after the last one; a month is no gap.
      ([.up(0), .up(365)], 366, ["up 0-0 1", "unprobed 0-365 0", "up 365- 1"]),
      ([.up(0), .blocked(365, "rate-limited")], 366, ["up 0-0 1", "unprobed 0-365 0", "unread 365- 1"]),
      ([.failed(0), .failed(2)], 400, ["failing 0-2 2", "unprobed 2- 0"]), ([.up(0), .up(31)], 62, ["up 0- 2"]),
    ] as [([Step], Double, [String])])
  func spans(steps: [Step], asOf: Double, expected: [String]) {
    #expect(Self.words(FeedTimeline(Self.records(steps), asOf: Self.time(asOf))) == expected)
  }

  @Test("a span has the verdicts in the order in which they were found, and the last evidence")
  func evidence() throws {
    let steps: [Step] = [.failed(0, "timeout"), .failed(1), .failed(2, "timeout"), .failed(3)]
    let span = try #require(FeedTimeline(Self.records(steps), asOf: Self.time(4)).current)
    #expect(span.verdicts.map { "\($0.verdict) \($0.probes)" } == ["timeout 2", "dns 2"])
    #expect(span.evidence == "day 3.0" && span.last == Self.time(3) && span.seconds(asOf: Self.time(4)) == 4 * 86_400)
  }

  @Test("after the last probe, the state is unknown if another machine has probed the feed since")
  func otherMachine() {
    let timeline = FeedTimeline(Self.records([.failed(0), .failed(2)]), asOf: Self.time(5), historyEnd: Self.time(2))
    #expect(Self.words(timeline) == ["failing 0-2 2", "unprobed 2- 0"])
  }

  @Test("failures that began before the oldest probe of the history began then")
  func cut() {
    let records = Array(Self.records([.failed(0), .failed(1), .failed(2)]).dropFirst())
    #expect(Self.words(FeedTimeline(records, asOf: Self.time(3))) == ["failing 0- 2"])
  }

  @Test("probes of a clock that was ahead are counted and left out")
  func clock() {
    let timeline = FeedTimeline(Self.records([.up(0), .failed(900)]), asOf: Self.time(1))
    #expect(Self.words(timeline) == ["up 0- 1"] && timeline.later == 1)
  }

  @Test("latency is that of the last 30 days in which the feed worked")
  func latency() {
    let steps: [Step] = [.up(1), .up(31), .failed(32), .up(33), .up(35), .up(34)]
    let latency = FeedTimeline(Self.records(steps), asOf: Self.time(40)).latency
    #expect(latency?.last == 34 && latency?.median == 33.5 && latency?.slowest == 35)
    #expect(FeedTimeline(Self.records([.failed(0)]), asOf: Self.time(1)).latency == nil)
  }

  @Test("marks are of the last days, today included")
  func marks() {
    let days = [
      ProbedDay(day: 5, up: 1, down: 0), ProbedDay(day: 8, up: 2, down: 1), ProbedDay(day: 9, up: 0, down: 1),
      ProbedDay(day: 10, up: 0, down: 0), ProbedDay(day: 99, up: 1, down: 0),
    ]
    let marks = ProbedDay.marks(days, last: 4, asOf: Self.time(10.9))
    #expect(marks == [.unprobed, .unsteady, .failing, .unread])
  }
}
