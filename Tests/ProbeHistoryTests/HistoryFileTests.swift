import CloudKitRecords
import FeedHealth
import Foundation
import GRDB
import ProbeHistory
import Testing

@Suite("History file")
struct HistoryFileTests {
  private let folder = FileManager.default.temporaryDirectory.appendingPathComponent("history-\(UUID().uuidString)")

  init() throws { try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true) }

  @Test("a missing history is created for writing and absent for reading")
  func missing() throws {
    let path = folder.appendingPathComponent("h.sqlite").path
    #expect(try SQLiteProbeHistory.openForReading(path).map { _ in true } == nil)
    #expect(!FileManager.default.fileExists(atPath: path))
    _ = try SQLiteProbeHistory.open(path)
    #expect(try SQLiteProbeHistory.openForReading(path).map { _ in true } == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["h.sqlite"])
  }

  @Test("an empty database with a version of its own is refused and not changed")
  func otherDatabase() throws {
    let path = folder.appendingPathComponent("h.sqlite").path
    try DatabaseQueue(path: path).write { try $0.execute(sql: "PRAGMA user_version = 5") }
    let before = try Data(contentsOf: URL(fileURLWithPath: path))
    #expect(throws: ProbeHistoryError.self) { try SQLiteProbeHistory.open(path) }
    #expect(try Data(contentsOf: URL(fileURLWithPath: path)) == before)
  }

  @Test("another kind of file is refused and not changed")
  func wrong() throws {
    let path = folder.appendingPathComponent("h.sqlite").path
    try Data("not SQLite, but long enough to look like a file of something else entirely".utf8)
      .write(to: URL(fileURLWithPath: path))
    let error = #expect(throws: ProbeHistoryError.self) { try SQLiteProbeHistory.open(path) }
    #expect(
      error?.description
        == "history '\(path)' is not an SQLite file, or is damaged; name another with --history, or move it away")
    let nowhere = folder.appendingPathComponent("none/h.sqlite").path
    let missing = #expect(throws: ProbeHistoryError.self) { try SQLiteProbeHistory.open(nowhere) }
    #expect(
      missing?.description == "cannot open history '\(nowhere)': the folder is missing or not writable")
  }

  @Test("the index of a history of an earlier program is replaced when it is written")
  func earlierIndex() async throws {
    let path = folder.appendingPathComponent("h.sqlite").path
    _ = try SQLiteProbeHistory.open(path)
    try await DatabaseQueue(path: path).write { database in
      try database.execute(sql: "DROP INDEX probe_results; CREATE INDEX probe_by_feed ON probe (feed, at)")
    }
    let old = try #require(try SQLiteProbeHistory.openForReading(path))
    #expect(try await old.recent(of: ["f"], asOf: Timestamp(milliseconds: 0)).isEmpty)
    _ = try SQLiteProbeHistory.open(path)
    let indexes = try await DatabaseQueue(path: path).read { try $0.indexes(on: "probe").map(\.name) }
    #expect(indexes == ["probe_results"])
  }

  @Test("a history of an earlier program is read without its new columns, and gains them when it is written")
  func earlier() async throws {
    let path = folder.appendingPathComponent("h.sqlite").path
    var probe = Probe(feed: "f", verdict: "ok", level: "healthy", isUp: true)
    probe.wasRead = true
    probe.itemHashes = [1, 2]
    probe.titleHashes = [3]
    let end = Timestamp(milliseconds: 5000)
    probe.certificateEnd = end
    probe.description = SelfDescription(siteURL: nil, imageURL: nil, language: "en", subtitle: nil, title: "Title")
    let history = try SQLiteProbeHistory.open(path)
    try await history.add([probe], to: history.begin(at: Timestamp(milliseconds: 1000)))
    let first = try await history.records(of: ["f"])["f"]
    #expect(first?.identity?.titleHashes == [3] && first?.probe.certificateEnd == end)
    try await DatabaseQueue(path: path).write { database in
      for column in ["title", "title_hashes", "former_title", "renamed_at", "accepts_another", "certificate_end"] {
        try database.execute(sql: "ALTER TABLE feed DROP COLUMN \(column)")
      }
    }
    let old = try #require(try SQLiteProbeHistory.openForReading(path))
    let record = try #require(try await old.records(of: ["f"])["f"])
    #expect(record.probe.itemHashes == [1, 2])
    #expect(record.identity == FeedIdentity(title: nil, language: "en") && record.probe.certificateEnd == nil)
    let new = try SQLiteProbeHistory.open(path)
    try await new.accept(["f"])
    #expect(try await new.records(of: ["f"])["f"]?.identity?.acceptsAnother == true)
    try await new.add([probe], to: new.begin(at: Timestamp(milliseconds: 2000)))
    let identity = try await new.records(of: ["f"])["f"]?.identity
    #expect(identity == FeedIdentity(title: "Title", language: "en", titleHashes: [3]))
    let failed = Probe(feed: "f", verdict: "dns", level: "degraded", isUp: false)
    try await new.add([failed], to: new.begin(at: Timestamp(milliseconds: 3000)))
    #expect(try await new.records(of: ["f"])["f"]?.probe.certificateEnd == end, "kept without an answer")
  }
}
