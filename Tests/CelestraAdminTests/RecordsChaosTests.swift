import Foundation
import TestEnvironment
import Testing

/// Imports that are killed at random, repeatably per seed. `CELESTRA_CHAOS_SEEDS` sets the number of seeds.
@Suite("Imports of records killed at random points, alone and concurrently")
struct RecordsChaosTests {
  private static let seeds: ClosedRange<UInt64> = {
    let asked = ProcessInfo.processInfo.environment["CELESTRA_CHAOS_SEEDS"].flatMap(UInt64.init)
    return 1...max(1, asked ?? 2)
  }()

  /// The file of an export of 1,200 books.
  private static let export: Result<String, any Error> = Result {
    let session = try Session()
    try session.write(RecordsCommandTests.schema, to: "books.ckdb")
    let lines = (0..<1200).map {
      #"{"recordType":"Book","recordName":"b\#($0)","fields":{"title":"Book \#($0)","pages":\#($0),"tags":["a","b"]}}"#
    }
    try session.write(lines.joined(separator: "\n"), to: "books.jsonl")
    try session.run("records", "put", "books.jsonl", "--schema", "books.ckdb")
    return try session.run("records", "export", "--types", "Author,Book").out
  }

  private static func size(of session: Session) -> UInt64 {
    ["celestra.sqlite", "celestra.sqlite-wal"].reduce(0) { sum, name in
      let attributes = try? FileManager.default.attributesOfItem(atPath: session.path(name))
      return sum + (attributes?[.size] as? UInt64 ?? 0)
    }
  }

  @Test("an import that was killed is finished by running it again", arguments: seeds)
  func finished(seed: UInt64) throws {
    let export = try Self.export.get()
    let session = try Session()
    try session.write(RecordsCommandTests.schema, to: "books.ckdb")
    try session.write(export, to: "books.jsonl")
    let arguments = ["records", "import", "books.jsonl", "--schema", "books.ckdb"]
    var random = SeededGenerator(seed: seed)
    for _ in 0..<4 {
      let runs = try (0..<Int.random(in: 1...2, using: &random)).map { number in
        try session.start(
          arguments, out: session.folder.appending(path: "o\(number)"),
          err: session.folder.appending(path: "e\(number)"))
      }
      for run in runs {
        let end = Self.size(of: session) + UInt64.random(in: 0...200_000, using: &random)
        TestEnvironment.wait { run.isRunning && Self.size(of: session) < end }
        kill(run.processIdentifier, SIGKILL)
        run.waitUntilExit()
      }
    }
    #expect(try session.run(arguments).status == 0)
    #expect(try session.run("records", "export", "--types", "Author,Book").out == export)
    #expect(try session.sqlite("PRAGMA integrity_check") == ["ok"])
    #expect(try session.run(arguments).out.hasSuffix("0 created, 0 updated, 0 failed, 1200 unchanged\n"))
  }
}
