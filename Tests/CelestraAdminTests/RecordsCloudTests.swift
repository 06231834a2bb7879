import Foundation
import Testing

@Suite("celestra-admin records on an iCloud container")
struct RecordsCloudTests {
  /// Returns an emulator of the books' schema, with the books.
  private static func emulator(_ arguments: [String] = []) throws -> EmulatorProcess {
    let session = try Session()
    try session.write(RecordsCommandTests.schema, to: "books.ckdb")
    try session.write(RecordsCommandTests.books, to: "books.jsonl")
    let emulator = try EmulatorProcess(session, ["--schema", "books.ckdb"] + arguments)
    let put = try emulator.run(["records", "put", "books.jsonl", "--schema", "books.ckdb"])
    #expect(put.status == 0, "\(put)")
    return emulator
  }

  @Test("every verb works on an iCloud container as on a file")
  func verbs() throws {
    let emulator = try Self.emulator()
    let session = emulator.session
    func run(_ arguments: String...) throws -> Session.Transcript {
      try emulator.run(["records"] + arguments + ["--schema", "books.ckdb"])
    }
    #expect(try run("list", "Book", "--where", "pages > 200", "--fields", "title").out.contains("The Dispossessed"))
    #expect(try run("show", "leguin").out.contains("Ursula K. Le Guin"))
    #expect(try run("count", "Book").out.hasSuffix("Book               2\n"))
    #expect(try run("set", "earthsea", "pages=200").status == 0)
    #expect(try run("export", "--types", "Author,Book", "--output", "a.jsonl").status == 0)
    #expect(try run("remove", "earthsea", "--yes").status == 0)
    #expect(try run("import", "a.jsonl").out.hasSuffix(": 1 created, 2 unchanged\n"))
    let local = ["--container", "local.sqlite", "--schema", "books.ckdb"]
    #expect(try session.run(["records", "import", "a.jsonl"] + local).status == 0)
    #expect(
      try session.run(["records", "export", "--types", "Author,Book"] + local).out
        == String(contentsOfFile: session.path("a.jsonl"), encoding: .utf8))
    #expect(
      try session.sqlite("SELECT pages FROM Book ORDER BY 1", in: "emulated.sqlite") == ["200", "341"])
  }

  @Test("no write request leaves a dry run, a saved plan, or a refusal")
  func writesNothing() throws {
    let emulator = try Self.emulator()
    let session = emulator.session
    let before = emulator.requests
    try session.write(#"{"recordType":"Book","recordName":"x","fields":{"pages":"x"}}"#, to: "wrong.jsonl")
    try session.write(#"{"recordType":"Book","recordName":"x","fields":{"pages":1}}"#, to: "x.jsonl")
    try emulator.run(["records", "export", "--types", "Book", "--schema", "books.ckdb", "--output", "e.jsonl"])
    let export = try session.read("e.jsonl")
    try session.write(export.replacing("341", with: "342"), to: "damaged.jsonl")
    for (arguments, status) in [
      (["put", "x.jsonl", "--dry-run"], Int32(0)), (["put", "x.jsonl", "--plan-out", "p.json"], 0),
      (["put", "wrong.jsonl"], 1), (["set", "earthsea", "pages=1", "--dry-run"], 0),
      (["set", "earthsea", "pages=one"], 64), (["set", "nobody", "pages=1"], 2),
      (["set", "--type", "Book", "--all", "pages=1"], 2), (["remove", "earthsea", "--dry-run"], 0),
      (["remove", "earthsea"], 2), (["remove", "--type", "Book", "--all", "--max-delete", "1", "--yes"], 1),
      (["import", "damaged.jsonl"], 2), (["import", "e.jsonl", "--dry-run"], 0),
      (["import", "e.jsonl", "--plan-out", "q.json"], 0), (["list", "Book", "--where", "isbn = 1"], 64),
      (["set", "earthsea", "pages=1", "--environment", "production"], 2),
    ] {
      let run = try emulator.run(["records"] + arguments + ["--schema", "books.ckdb"])
      #expect(run.status == status, "\(arguments): \(run)")
      #expect(!emulator.isGivenAway(by: run.out + run.err))
    }
    let log = emulator.endedLog().split(separator: "\n").dropFirst(before)
    #expect(!log.isEmpty && log.allSatisfy { !$0.contains("/records/modify") }, "\(log)")
  }

  @Test("subscriptions are never written to an iCloud container")
  func subscriptions() throws {
    let session = try Session(copying: "schema")
    try session.write(
      #"{"recordType":"FeedSubscription","recordName":"s","fields":{"feedRecordName":"f"}}"# + "\n", to: "s.jsonl")
    let emulator = try EmulatorProcess(session)
    let run = try emulator.run(["records", "put", "s.jsonl"])
    #expect(run.status == 64)
    #expect(run.err.contains("FeedSubscription records cannot be written to an iCloud container"))
    let local = ["--container", "local.sqlite"]
    #expect(try session.run(["records", "put", "s.jsonl"] + local).status == 0)
    #expect(
      try session.run(["records", "export", "--types", "FeedSubscription", "--output", "e.jsonl"] + local).status == 0)
    #expect(try emulator.run(["records", "import", "e.jsonl"]).status == 64)
    #expect(!emulator.endedLog().contains("/records/modify"))
  }

  @Test("a record type of another app that has the name of subscriptions is written")
  func otherSubscriptions() throws {
    let session = try Session()
    try session.write(
      """
      DEFINE SCHEMA
        RECORD TYPE FeedSubscription (
          "___recordID" REFERENCE QUERYABLE,
          feedRecordName STRING,
          GRANT READ, CREATE, WRITE TO "_icloud", GRANT READ TO "_world"
        );
      """, to: "other.ckdb")
    try session.write(#"{"recordType":"FeedSubscription","recordName":"s","fields":{}}"# + "\n", to: "s.jsonl")
    let run = try EmulatorProcess(session, ["--schema", "other.ckdb"])
      .run(["records", "put", "s.jsonl", "--schema", "other.ckdb"])
    #expect(run.status == 0 && run.out.hasSuffix(": 1 created\n"), "\(run)")
  }
}
