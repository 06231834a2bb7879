import CloudKitRecords
import FeedHealth
import TestEnvironment
import Testing

@Suite("Changes that count, by time")
struct ChangeRulesTests {
  private static func hour(_ number: Int) -> Timestamp { Timestamp(milliseconds: Int64(number) * 3_600_000) }

  private static func change(_ kind: FeedChange.Kind, at: Int, since: Int? = nil) -> FeedChange {
    FeedChange(of: "f", kind, at: hour(at), since: since.map(hour))
  }

  /// Returns what each of the reports at some hours says of changes, if a downtime counts after some hours.
  private static func told(_ found: [FeedChange], after hours: Int, reports: [Int]) -> [[String]] {
    zip(reports, reports.dropFirst()).map { start, end in
      // A history returns the changes from the beginning that the rules ask for.
      let period = found.filter { $0.at > hour(start - hours) && $0.at <= hour(end) }
      let rules = ChangeRules(downtimeHours: hours)
      return HealthChanges(since: hour(start), upTo: hour(end), knownFrom: hour(0), by: rules, period).changes.map {
        "\($0.kind) \($0.at.milliseconds / 3_600_000)"
      }
    }
  }

  @Test("a downtime is told once it has lasted, and its recovery only then, whatever the times of the reports")
  func downtime() {
    let long = [Self.change(.down, at: 10, since: 5), Self.change(.recovered, at: 60, since: 5)]
    #expect(
      Self.told(long, after: 24, reports: [0, 12, 24, 36, 48, 72]) == [[], [], ["down 10"], [], ["recovered 60"]])
    // Both within one period.
    #expect(Self.told(long, after: 24, reports: [0, 72, 100]) == [["recovered 60"], []])
    let short = [Self.change(.down, at: 10, since: 5), Self.change(.recovered, at: 20, since: 5)]
    #expect(Self.told(short, after: 24, reports: [0, 12, 24, 36, 72]) == [[], [], [], []])
    #expect(Self.told(short, after: 0, reports: [0, 12, 24]) == [["down 10"], ["recovered 20"]])
    // Known to be down only after the time has passed.
    let late = [Self.change(.down, at: 40, since: 5)]
    #expect(Self.told(late, after: 24, reports: [0, 36, 48, 72]) == [[], ["down 40"], []])
    let removed = [Self.change(.down, at: 10, since: 5), Self.change(.removed, at: 20)]
    #expect(Self.told(removed, after: 24, reports: [0, 24, 48]) == [["removed 20"], []])
  }

  @Test("thirteen weeks of 2,000 feeds: the reports of any rhythm tell each change that counts exactly once")
  func weeks() async throws {
    var random = SeededGenerator(seed: 37)
    let weeks = 13
    var found: [FeedChange] = []
    for feed in 0..<2000 {
      var hour = Int.random(in: 1...400, using: &random)
      while hour < weeks * 168 {
        let start = hour
        let at = start + Int.random(in: 0...48, using: &random)
        let end = at + Int.random(in: 1...500, using: &random)
        let name = RecordName("feed\(feed)")
        found.append(FeedChange(of: name, .down, at: Self.hour(at), since: Self.hour(start)))
        found.append(FeedChange(of: name, .recovered, at: Self.hour(end), since: Self.hour(start)))
        hour = end + Int.random(in: 1...900, using: &random)
      }
    }
    found.sort { $0.at < $1.at }
    found.removeAll { $0.at > Self.hour(weeks * 168) }
    for downtime in [0, 24, 100] {
      let rules = ChangeRules(downtimeHours: downtime)
      var told: [String: Int] = [:]
      var begin = 0
      while begin < weeks * 168 {
        let end = min(weeks * 168, begin + Int.random(in: 1...200, using: &random))
        let period = found.filter { $0.at > Self.hour(begin - downtime) && $0.at <= Self.hour(end) }
        let changes = HealthChanges(
          since: Self.hour(begin), upTo: Self.hour(end), knownFrom: Self.hour(0), by: rules, period
        ).changes
        for change in changes { told["\(change.feed) \(change.kind) \(change.at)", default: 0] += 1 }
        begin = end
      }
      #expect(told.values.allSatisfy { $0 == 1 })
      for change in found where change.kind == .recovered {
        let start = change.since ?? change.at
        let counts = change.at.milliseconds - start.milliseconds >= Int64(downtime) * 3_600_000
        #expect((told["\(change.feed) \(change.kind) \(change.at)"] != nil) == counts)
      }
    }
  }

  @Test("a feed that stays down is reported again after each interval, once, and not when it is newly down")
  func reminders() {
    let rules = ChangeRules(downtimeHours: 24, reminderDays: 7)
    let days = (0..<30).filter { day in
      rules.remind(ofDowntimeSince: Self.hour(0), after: Self.hour(day * 24), upTo: Self.hour(day * 24 + 24))
    }
    #expect(days == [7, 14, 21, 28])
    #expect(rules.remind(ofDowntimeSince: Self.hour(0), after: Self.hour(0), upTo: Self.hour(1000)))
    #expect(!rules.remind(ofDowntimeSince: Self.hour(900), after: Self.hour(0), upTo: Self.hour(1000)))
    #expect(!ChangeRules().remind(ofDowntimeSince: Self.hour(0), after: Self.hour(0), upTo: Self.hour(9000)))
  }
}
