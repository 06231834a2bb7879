import Foundation
import Testing

@Suite("Imports of records killed at random points, alone and concurrently")
struct RecordsChaosTests {
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

  @Test("an import that was killed is finished by running it again", arguments: Chaos.seeds(2))
  func finished(seed: UInt64) throws {
    let export = try Self.export.get()
    let session = try Session()
    try session.write(RecordsCommandTests.schema, to: "books.ckdb")
    try session.write(export, to: "books.jsonl")
    let arguments = ["records", "import", "books.jsonl", "--schema", "books.ckdb"]
    try Chaos(session: session, run: arguments, kill: .bytes(0...200_000), atOnce: 2).play(seed: seed)
    #expect(try session.run("records", "export", "--types", "Author,Book").out == export)
    #expect(try session.sqlite("PRAGMA integrity_check") == ["ok"])
    #expect(try session.run(arguments).out.hasPrefix("nothing to do: "))
  }
}
