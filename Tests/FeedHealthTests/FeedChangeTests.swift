import CloudKitRecords
import FeedHealth
import Testing

@Suite("Changes of feeds")
struct FeedChangeTests {
  /// A probe: whether it found the feed up, its level, and what else it found.
  struct Step: Sendable, CustomStringConvertible {
    var isUp: Bool?
    var level: HealthLevel
    var verdict = "ok"
    var movedTo: String?
    var becameStale = false

    static let up = Step(isUp: true, level: .healthy)
    static let failed = Step(isUp: false, level: .degraded, verdict: "dns")
    static let down = Step(isUp: false, level: .critical, verdict: "dns")
    static let blocked = Step(isUp: nil, level: .critical, verdict: "bot-wall")
    static let replaced = Step(isUp: true, level: .warning, verdict: "replaced")
    static let stale = Step(isUp: true, level: .healthy, verdict: "stale", becameStale: true)

    static func moved(_ target: String) -> Step {
      Step(isUp: true, level: .healthy, verdict: "moved", movedTo: "https://\(target).example/")
    }

    var description: String { "\(verdict) \(level) \(movedTo ?? "")" }
  }

  private static func day(_ number: Int) -> Timestamp { Timestamp(milliseconds: Int64(number) * 86_400_000) }

  /// Returns the changes of one probe a day.
  private static func changes(_ steps: [Step]) -> [FeedChange] {
    var last: FeedRecord?
    var lastWorking: String?
    return steps.enumerated().flatMap { index, step -> [FeedChange] in
      var probe = Probe(feed: "f", verdict: step.verdict, level: step.level.rawValue, isUp: step.isUp)
      (probe.movedTo, probe.becameStale) = (step.movedTo, step.becameStale)
      let record = FeedRecord(probe, at: day(index), after: last)
      let found = record.changes(after: last, foundAt: record.at) { lastWorking }
      last = record
      if step.isUp == true { lastWorking = step.verdict }
      return found
    }
  }

  private static func words(_ changes: [FeedChange]) -> [String] {
    changes.map { change in
      let days = [change.since, change.at].compactMap(\.self).map { String($0.milliseconds / 86_400_000) }
      return "\(change.kind) \(days.joined(separator: "-"))"
    }
  }

  @Test(
    "each change is found once, by the probe that shows it, and the first probe shows none",
    arguments: [
      ([.down, .down], []), ([.replaced, .replaced], []), ([.moved("a"), .moved("a")], []),
      ([.up, .up, .failed, .up], []),
      ([.up, .failed, .failed, .down, .down], ["down 1-3"]),
      ([.up, .failed, .down, .down, .up, .up], ["down 1-2", "recovered 1-4"]),
      ([.down, .up], ["recovered 0-1"]),
      ([.up, .down, .blocked, .down, .blocked, .up], ["down 1-1", "recovered 1-5"]),
      ([.up, .down, .up, .failed, .down, .up], ["down 1-1", "recovered 1-2", "down 3-4", "recovered 3-5"]),
      ([.up, .moved("a"), .moved("a"), .failed, .moved("a")], ["moved 1"]),
      ([.up, .moved("a"), .moved("b"), .up, .moved("b")], ["moved 1", "moved 2", "moved 4"]),
      ([.up, .replaced, .replaced, .failed, .replaced, .up, .replaced], ["replaced 1", "replaced 6"]),
      ([.up, .stale, .up], ["stale 1"]), ([.down, .down, .stale], ["recovered 0-2", "stale 2"]),
    ] as [([Step], [String])])
  func found(steps: [Step], expected: [String]) {
    #expect(Self.words(Self.changes(steps)) == expected)
  }

  @Test(
    "a period's changes leave out those that no longer matter at its end",
    arguments: [
      ([.down, .recovered], [.recovered]), ([.recovered, .down], [.recovered, .down]),
      ([.down, .recovered, .down, .recovered], [.recovered, .recovered]), ([.down, .deactivated], [.deactivated]),
      ([.deactivated, .reactivated], [.reactivated]), ([.moved, .moved], [.moved]),
      ([.moved, .stale], [.moved, .stale]),
      ([.recovered, .moved, .stale, .replaced, .down, .removed], [.recovered, .removed]),
      ([.removed, .reactivated, .down], [.reactivated, .down]),
    ] as [([FeedChange.Kind], [FeedChange.Kind])])
  func net(kinds: [FeedChange.Kind], expected: [FeedChange.Kind]) {
    let others = kinds.map { FeedChange(of: RecordName("other \($0)"), $0, at: Self.day(0)) }
    let changes = kinds.enumerated().map { FeedChange(of: "f", $1, at: Self.day($0)) }
    let net = FeedChange.net(zip(changes, others).flatMap { [$0, $1] })
    #expect(net.filter { $0.feed == "f" }.map(\.kind) == expected)
    #expect(Set(net.filter { $0.feed != "f" }.map(\.kind)) == Set(kinds))
  }
}
