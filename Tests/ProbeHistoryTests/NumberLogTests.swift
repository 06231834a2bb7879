import CloudKitRecords
import FeedHealth
import Foundation
import GRDB
import ProbeHistory
import TestEnvironment
import Testing

@Suite("Numbers in a history")
struct NumberLogTests {
  /// Stores the numbers of a feed by day, and returns the kept ones.
  private static func kept(
    _ numbers: [(day: Int, value: Int)], in history: SQLiteProbeHistory? = nil
  ) async throws -> [[Int]] {
    let history = try history ?? .inMemory()
    for (day, value) in numbers {
      try await history.keep(["f": FeedNumber(value, day: day, detail: "\(day)", basis: "b")], .score)
    }
    let kept = try await history.numbers(.score, of: "f", before: .max)
    for number in kept { #expect(number.basis == "b" && Int(number.detail) != nil) }
    return kept.map { [$0.day, $0.value] }
  }

  @Test(
    "a row is kept for a day on which the number differs from that of an earlier day; the last one of a day counts",
    arguments: [
      ([(1, 70), (2, 70), (3, 70)], [[1, 70]]),
      ([(1, 70), (2, 72), (3, 72), (4, 70)], [[1, 70], [2, 72], [4, 70]]),
      ([(1, 70), (1, 72)], [[1, 72]]), ([(1, 70), (2, 72), (2, 70)], [[1, 70]]),
      ([(1, 70), (2, 72), (2, 73)], [[1, 70], [2, 73]]), ([(5, 70), (3, 60), (4, 60)], [[3, 60], [5, 70]]),
      ([], []),
    ] as [([(day: Int, value: Int)], [[Int]])])
  func changes(numbers: [(day: Int, value: Int)], expected: [[Int]]) async throws {
    #expect(try await Self.kept(numbers) == expected)
  }

  @Test("a number that does not change has the detail of the last day on which it was found")
  func detail() async throws {
    let history = try SQLiteProbeHistory.inMemory()
    _ = try await Self.kept([(1, 70), (4, 70), (6, 72), (6, 73), (7, 72), (7, 73)], in: history)
    #expect(
      try await history.numbers(.score, of: "f", before: .max).map { "\($0.day) \($0.value) \($0.detail)" } == [
        "1 70 4", "6 73 7",
      ])
  }

  @Test("the last number before a day, of each feed and kind")
  func before() async throws {
    let history = try SQLiteProbeHistory.inMemory()
    _ = try await Self.kept([(10, 70), (20, 80)], in: history)
    try await history.keep(["f": FeedNumber(5, day: 9), "g": FeedNumber(6, day: 9)], .subscribers)
    for (day, value) in [(10, nil), (11, 70), (20, 70), (21, 80), (900, 80)] as [(Int, Int?)] {
      #expect(try await history.numbers(.score, before: day)["f"]?.value == value)
    }
    #expect(try await history.numbers(.subscribers, before: 10).mapValues(\.value) == ["f": 5, "g": 6])
    #expect(try await history.numbers(.score, of: "g", before: .max).isEmpty)
    #expect(try await history.feeds().isEmpty, "none was probed")
  }

  @Test("a total is kept for each day, and the last one of a day counts")
  func totals() async throws {
    let history = try SQLiteProbeHistory.inMemory()
    for (day, sum) in [(2, 100), (1, 90), (2, 110)] {
      try await history.keep(NumberTotal(day: day, feeds: 2, sum: sum, basis: "b"), .score)
    }
    let totals = try await history.totals(.score)
    #expect(totals.map(\.day) == [1, 2] && totals.map(\.mean) == [45, 55] && totals.map(\.basis) == ["b", "b"])
    #expect(try await history.totals(.subscribers).isEmpty)
  }

  @Test("of a number that changes daily for three years, all of 90 days are kept, then one a week, then one a month")
  func thinning() async throws {
    let end = 20_783  // 2026-11-26, a Thursday
    let history = try SQLiteProbeHistory.inMemory()
    let days = (end - 1095)...end
    let kept = try await Self.kept(days.map { (day: $0, value: $0) }, in: history).map { $0[0] }
    let ages = Set(kept.map { end - $0 })
    #expect(Set(0...90).isSubset(of: ages))
    func isLast(_ day: Int, _ period: (Int) -> Int) -> Bool { period(day) != period(day + 1) }
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    let month = { (day: Int) in calendar.component(.month, from: Date(timeIntervalSince1970: Double(day) * 86_400)) }
    let week = { (day: Int) in (day + 3) / 7 }
    // Thinning is done once a week, on the first change of a week: ages are those of the last Monday.
    let monday = end - (end + 3) % 7
    for day in days.dropLast(90) {
      let age = monday - day
      let isKept =
        switch age {
        case ...90: true
        case ...730: isLast(day, week) || age == 91
        default: isLast(day, week) && (month(day) != month(day + 7) || age - 7 <= 730)
        }
      #expect(kept.contains(day) == isKept, "age \(age)")
    }
    #expect(kept.count < 205)
    // What was kept is the number of the end of its week or month.
    let known = try await history.numbers(.score, before: end - 200)["f"]
    #expect(known.map { $0.value >= end - 207 } == true)
  }

  @Test("a history of an earlier program has no numbers until it is written")
  func earlier() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("h.sqlite").path
    let history = try SQLiteProbeHistory.open(path)
    let probe = Probe(feed: "f", verdict: "ok", level: "healthy", isUp: true)
    try await history.add([probe], to: history.begin(at: Timestamp(milliseconds: 0)))
    try await DatabaseQueue(path: path).write { database in
      try database.execute(sql: "DROP TABLE number; DROP TABLE number_total; DROP TABLE number_basis")
    }
    let old = try #require(try SQLiteProbeHistory.openForReading(path))
    #expect(try await old.numbers(.score, before: 9).isEmpty)
    #expect(try await old.numbers(.score, of: "f", before: .max).isEmpty)
    #expect(try await old.totals(.score).isEmpty)
    let new = try SQLiteProbeHistory.open(path)
    #expect(try await Self.kept([(1, 70)], in: new) == [[1, 70]])
    #expect(try await old.records(of: ["f"]).count == 1)
  }

  @Test("a hundred days of feeds whose numbers sometimes change are those of a model")
  func model() async throws {
    var random = SeededGenerator(seed: 37)
    let history = try SQLiteProbeHistory.inMemory()
    var model: [[RecordName: Int]] = []
    var now: [RecordName: Int] = [:]
    for day in 0..<100 {
      // Runs are missed, and a day has several.
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        for feed in ["a", "b", "c", "d"] as [RecordName] where Int.random(in: 0..<4, using: &random) == 0 {
          now[feed] = Int.random(in: 0...3, using: &random)
        }
        try await history.keep(now.mapValues { FeedNumber($0, day: day) }, .subscribers)
      }
      model.append(now)
    }
    // The last 90 days are exact.
    for day in 10..<100 {
      let found = try await history.numbers(.subscribers, before: day + 1).mapValues(\.value)
      #expect(found == model[day], "day \(day)")
    }
    for feed in ["a", "b", "c", "d"] as [RecordName] {
      let changes = (10..<100).filter { model[$0][feed] != model[$0 - 1][feed] }
      #expect(try await history.numbers(.subscribers, of: feed, before: .max).map(\.day).filter { $0 >= 10 } == changes)
    }
  }
}
