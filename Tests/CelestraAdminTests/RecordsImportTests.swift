import Foundation
import Testing

@Suite("celestra-admin records export and import")
struct RecordsImportTests {
  @Test("an export is imported completely or not at all, and exporting again gives the same bytes")
  func exchange() throws {
    let session = try RecordsCommandTests.session()
    let types = ["--types", "Author,Book"]
    #expect(
      try session.run(["records", "export", "--output", "a.jsonl"] + types)
        == Session.Transcript(status: 0, out: "", err: "3 records in 2 types exported from celestra.sqlite\n"))
    let copy = ["--container", "copy.sqlite", "--schema", "books.ckdb"]
    #expect(
      try session.run(["records", "import", "a.jsonl", "--dry-run"] + copy).out
        == "3 changes\ndry run: nothing was written\n")
    #expect(!FileManager.default.fileExists(atPath: session.path("copy.sqlite")))
    #expect(
      try session.run(["records", "import", "a.jsonl"] + copy).out
        == "copy.sqlite: 3 created\n")
    #expect(
      try session.run(["records", "import", "a.jsonl"] + copy).out
        == "nothing to do: copy.sqlite already matches, 3 unchanged\n")
    let first = try session.read("a.jsonl")
    #expect(try session.run(["records", "export"] + types + copy).out == first)
    for (damaged, message) in [
      (
        String(first.dropLast(40)),
        "the file is truncated after 3 records: its last line, with counts and digest, is missing"
      ),
      (
        first.replacing("341", with: "342"),
        "line 5: the file is damaged: its records do not match the counts and the digest of the last line"
      ),
      (first.replacing("\"pages\"", with: "\"page\""), "line 3: Book has no field 'page'; did you mean pages?"),
      (
        RecordsCommandTests.books,
        "this is not a file of 'records export': its first line is not a manifest; 'records put' reads other JSON Lines"
      ),
    ] {
      try session.write(damaged, to: "d.jsonl")
      let run = try session.run(
        "records", "import", "d.jsonl", "--container", "other.sqlite", "--schema", "books.ckdb")
      #expect(run.status == 2)
      #expect(run.err == "celestra-admin: error: cannot import d.jsonl: \(message); nothing was written\n")
      #expect(!FileManager.default.fileExists(atPath: session.path("other.sqlite")))
    }
    session.input = first
    #expect(
      try session.run([
        "records", "import", "-", "--types", "Author", "--container", "b.sqlite", "--schema", "books.ckdb",
      ]).out
        == "b.sqlite: 1 created\n")
  }

  @Test("a type that is named twice is exported once")
  func typeNamedTwice() throws {
    let session = try RecordsCommandTests.session()
    let once = try session.run("records", "export", "--types", "Author")
    #expect(once.status == 0)
    #expect(try session.run("records", "export", "--types", "Author, Author") == once)
  }

  @Test(
    "a plan that is stopped is not written as a complete one", arguments: [["--plan-out", "p.json"], ["--dry-run"]])
  func stopped(options: [String]) throws {
    let session = try Session()
    try session.write(RecordsCommandTests.schema, to: "books.ckdb")
    let lines = (0..<1000).map { #"{"recordType":"Author","recordName":"a\#($0)","fields":{"name":"N\#($0)"}}"# }
    try session.write(lines.joined(separator: "\n"), to: "authors.jsonl")
    try session.run("records", "put", "authors.jsonl", "--schema", "books.ckdb")
    #expect(try session.run("records", "export", "--types", "Author", "--output", "a.jsonl").status == 0)
    let emulator = try EmulatorProcess(session, ["--schema", "books.ckdb", "--latency", "400ms"])
    let before = emulator.requests
    let process = try session.start(
      ["records", "import", "a.jsonl", "--schema", "books.ckdb", "--container", EmulatorProcess.container] + options,
      out: session.folder.appending(path: "out"), err: session.folder.appending(path: "err"))
    emulator.wait(forRequests: before + 1, from: process)
    kill(process.processIdentifier, SIGINT)
    process.waitUntilExit()
    let said = try session.read("out") + session.read("err")
    #expect(process.terminationStatus == 2 && said.contains("stopped before the end"), "\(said)")
    #expect(!said.contains("written to") && !said.contains("changes\n"), "\(said)")
    #expect(!FileManager.default.fileExists(atPath: session.path("p.json")))
  }

  @Test("fields that jobs keep, and their records, are changed only with --force")
  func kept() throws {
    let session = try Session(copying: "schema")
    try session.write(#"{"feeds":[{"feedURL":"https://a.example/feed","title":"A"}]}"#, to: "f.json")
    try session.run("seed", "f.json")
    let name = try #require(try session.sqlite("SELECT ___recordID FROM PublicFeed").first)
    let metadata = try #require(try session.sqlite("SELECT ___recordID FROM FeedMetadata").first)
    let score = try session.run("records", "set", name, "qualityScore=99")
    #expect(score.status == 2)
    #expect(score.err.contains("PublicFeed.qualityScore is kept by 'score': pass --allow-job-fields to edit it"))
    let health = try session.run("records", "set", metadata, "healthStatus=down")
    #expect(
      health.err.contains(
        "FeedMetadata.healthStatus is kept by 'update --no-articles': pass --allow-job-fields to edit it"))
    #expect(try session.run("records", "remove", metadata, "--yes").status == 2)
    #expect(try session.run("records", "set", name, "title=B").status == 0)
    #expect(try session.run("records", "set", name, "qualityScore=99", "--allow-job-fields").status == 0)
  }

  @Test(
    "an empty file, which a process that was killed can leave, is a missing container",
    arguments: [
      ["records", "put", "books.jsonl"], ["records", "import", "books.export"],
      ["container", "copy", "--from", "celestra.sqlite", "--to", "new.sqlite"],
      ["container", "restore", "backup.sqlite", "--to", "new.sqlite"],
    ])
  func emptyFile(arguments: [String]) throws {
    let session = try RecordsCommandTests.session()
    try session.run(["records", "export", "--output", "books.export"])
    try session.run(["container", "backup", "--to", "backup.sqlite"])
    try session.write("", to: "new.sqlite")
    let options = arguments[0] == "records" ? ["--container", "new.sqlite", "--schema", "books.ckdb"] : []
    let run = try session.run(arguments + options)
    #expect(run.status == 0, "\(run)")
    // A file of exported records has no notes, which cannot be listed.
    let diff = ["container", "diff", "celestra.sqlite", "new.sqlite", "--types", "Author,Book"]
    #expect(try session.run(diff).out.hasPrefix("same: "))
  }
}
