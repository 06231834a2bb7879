import Catalog
import CloudKitRecords
import FeedHealth
import Foundation
import GRDB
import ProbeHistory
import Testing

@Suite("Changes in a history")
struct ChangeLogTests {
  private static func day(_ number: Int) -> Timestamp { Timestamp(milliseconds: Int64(number) * 86_400_000) }

  /// Sees a catalog on a day: active feeds, and inactive ones after a minus.
  private static func see(_ feeds: String, day number: Int, _ history: SQLiteProbeHistory) async throws {
    let seen = feeds.split(separator: " ").map { word in
      let name = RecordName(String(word.trimmingPrefix("-")))
      var entry = FeedEntry(recordName: name, title: "Feed \(name)", feedURL: "https://me:secret@\(name).example/")
      entry.isActive = !word.hasPrefix("-")
      return SeenFeed(entry)
    }
    try await history.see(seen, at: day(number))
    try await history.seeAll(Set(seen.map(\.name)), at: day(number))
  }

  private static func words(_ changes: [FeedChange]) -> [String] {
    changes.map { "\($0.kind) \($0.feed) \($0.at.milliseconds / 86_400_000)" }
  }

  @Test("deactivated, reactivated, removed and returned feeds are changes of the run that saw them, with names")
  func states() async throws {
    let history = try SQLiteProbeHistory.inMemory()
    #expect(try await history.changesBegin() == nil)
    for (day, feeds) in ["a b c -d", "a -b -d", "a b -d", "a b -d", "b c d"].enumerated() {
      try await Self.see(feeds, day: day, history)
    }
    let changes = try await history.changes(after: Self.day(-1), upTo: Self.day(9))
    #expect(
      Self.words(changes) == [
        "deactivated b 1", "removed c 1", "reactivated b 2", "reactivated c 4", "reactivated d 4", "removed a 4",
      ])
    #expect(changes.first?.title == "Feed b" && changes.first?.feedURL == "https://b.example/")
    #expect(try await history.changesBegin() == Self.day(0))
    #expect(try await history.feeds().isEmpty, "none was probed")
  }

  @Test("periods that follow each other contain each change once; old changes are deleted")
  func periods() async throws {
    let history = try SQLiteProbeHistory.inMemory()
    for day in 0..<10 { try await Self.see(day.isMultiple(of: 2) ? "a b" : "-a b", day: day, history) }
    let all = Self.words(try await history.changes(after: Self.day(0), upTo: Self.day(9)))
    for split in 0..<10 {
      let first = try await history.changes(after: Self.day(0), upTo: Self.day(split))
      let second = try await history.changes(after: Self.day(split), upTo: Self.day(9))
      #expect(Self.words(first + second) == all && all.count == 9)
    }
    try await history.finish(history.begin(at: Self.day(45)), keepingDays: 40)
    #expect(try await history.changesBegin() == Self.day(5))
    #expect(try await history.changes(after: Self.day(0), upTo: Self.day(9)).first?.at == Self.day(5))
  }

  @Test("the probes of an inactive feed are no changes, and the trend of a day counts active feeds after its last run")
  func trend() async throws {
    let history = try SQLiteProbeHistory.inMemory()
    func probe(_ level: HealthLevel, hour: Int64, _ feeds: String) async throws {
      try await Self.see(feeds, day: Int(hour / 24), history)
      let run = try await history.begin(at: Timestamp(milliseconds: hour * 3_600_000))
      let isUp = level != .critical
      let probes = ["a", "b"].map { Probe(feed: $0, verdict: "\(level)", level: level.rawValue, isUp: isUp) }
      try await history.add(probes, to: run)
      try await history.finish(run, keepingDays: 365)
    }
    try await probe(.healthy, hour: 1, "a b")
    try await probe(.degraded, hour: 2, "a b")
    try await probe(.critical, hour: 25, "a -b")
    try await probe(.healthy, hour: 49, "a")
    let trend = try await history.trend(lastDays: 9)
    #expect(trend.map(\.levels) == [["degraded": 2], ["critical": 1], ["healthy": 1]])
    #expect(trend.map(\.probes) == [4, 2, 2] && trend.map(\.at.milliseconds) == [2, 25, 49].map { $0 * 3_600_000 })
    #expect(try await history.trend(lastDays: 1).map(\.probes) == [2])
    let changes = try await history.changes(after: Self.day(-1), upTo: Self.day(9))
    #expect(
      Self.words(changes) == ["deactivated b 1", "down a 1", "removed b 2", "recovered a 2"])
  }

  @Test("a history of an earlier program knows no changes until it is written, and none that it did not see")
  func earlier() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("h.sqlite").path
    let history = try SQLiteProbeHistory.open(path)
    let probes = ["a", "b", "c"].map { Probe(feed: $0, verdict: "ok", level: "healthy", isUp: true) }
    try await history.add(probes, to: history.begin(at: Self.day(0)))
    try await DatabaseQueue(path: path).write { database in
      try database.execute(
        sql: """
          DROP TABLE change; ALTER TABLE feed DROP COLUMN state; ALTER TABLE feed DROP COLUMN catalog_title;
          ALTER TABLE feed DROP COLUMN catalog_url
          """)
    }
    let old = try #require(try SQLiteProbeHistory.openForReading(path))
    #expect(try await old.changes(after: Self.day(0), upTo: Self.day(9)).isEmpty)
    #expect(try await old.changesBegin() == nil)
    let new = try SQLiteProbeHistory.open(path)
    try await Self.see("a -b", day: 1, new)
    #expect(try await new.changes(after: Self.day(0), upTo: Self.day(9)).isEmpty)
    try await Self.see("-a -b", day: 2, new)
    #expect(Self.words(try await new.changes(after: Self.day(0), upTo: Self.day(9))) == ["deactivated a 2"])
    #expect(try await new.changesBegin() == Self.day(1))
  }
}
