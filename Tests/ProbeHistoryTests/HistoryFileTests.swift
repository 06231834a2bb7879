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
}
