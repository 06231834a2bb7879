import Foundation
import Testing

@Suite("celestra-admin container diff")
struct ContainerDiffTests {
  /// Returns a session with two containers of books that differ in three records.
  private static func session() throws -> Session {
    let session = try RecordsCommandTests.session()
    let copy = ["--container", "new.sqlite", "--schema", "books.ckdb"]
    try session.run(["records", "put", "books.jsonl"] + copy)
    try session.run(["records", "set", "earthsea", "pages=184", "title=Earthsea", "--container", "new.sqlite"])
    try session.run(["records", "remove", "n1", "--yes", "--container", "new.sqlite"])
    session.input = #"{"recordType":"Author","recordName":"butler","fields":{"name":"Octavia E. Butler"}}"#
    try session.run(["records", "put", "-", "--container", "new.sqlite"])
    return session
  }

  @Test("text says what is new, changed and gone, and exits with 1")
  func text() throws {
    let session = try Self.session()
    let counts = """
      record type  new  changed  gone  same
      Author         1        0     0     1
      Book           0        1     0     1
      Note           0        0     1     0

      """
    let end = "3 records differ from celestra.sqlite to new.sqlite, 2 are the same\n"
    #expect(
      try session.run("container", "diff", "celestra.sqlite", "new.sqlite")
        == Session.Transcript(
          status: 1,
          out: counts + """
            new      Author Octavia E. Butler
            changed  Book Earthsea  pages, title
            gone     Note n1

            """ + end, err: ""))
    let fields = try session.run(
      "container", "diff", "celestra.sqlite", "new.sqlite", "--show", "fields", "--types", "Book")
    #expect(fields.out.contains("Book Earthsea  pages: 183 → 184, title: A Wizard of Earthsea → Earthsea\n"))
    #expect(
      try session.run("container", "diff", "celestra.sqlite", "new.sqlite", "--show", "summary").out == counts + end)
    #expect(
      try session.run("container", "diff", "celestra.sqlite", "new.sqlite", "--limit", "1").out.contains(
        "and 2 more; --limit N lists them\n"))
  }

  @Test("ignored fields and types do not count, and equal containers exit with 0")
  func equal() throws {
    let session = try Self.session()
    #expect(
      try session.run(
        "container", "diff", "celestra.sqlite", "new.sqlite", "--types", "Book", "--ignore-field", "Book.pages",
        "--ignore-field", "Book.title")
        == Session.Transcript(status: 0, out: "same: 2 records in 1 record type\n", err: ""))
  }

  @Test("JSON and Markdown have the same differences")
  func formats() throws {
    let session = try Self.session()
    let json = try session.run(
      "container", "diff", "celestra.sqlite", "new.sqlite", "--format", "json", "--show", "fields")
    let object = try #require(try JSONSerialization.jsonObject(with: Data(json.out.utf8)) as? [String: Any])
    let summary = try #require(object["summary"] as? [String: Any])
    #expect(summary["differing"] as? Int == 3 && summary["equal"] as? Bool == false)
    let items = try #require(object["items"] as? [[String: Any]])
    #expect(items.map { $0["kind"] as? String } == ["new", "changed", "gone"])
    let markdown = try session.run("container", "diff", "celestra.sqlite", "new.sqlite", "--format", "markdown").out
    #expect(markdown.contains("| changed | Book | Earthsea | pages, title |\n"))
    #expect(markdown.contains("| Author | 1 | 0 | 0 | 1 |\n"))
  }

  @Test("--editorial compares what curators own")
  func editorial() throws {
    let session = try Session(copying: "schema")
    try session.write(#"{"feeds":[{"feedURL":"https://a.example/feed","title":"A"}]}"#, to: "f.json")
    for name in ["a.sqlite", "b.sqlite"] {
      try session.run("seed", "f.json", "--container", name, "--as-of", "2026-11-22")
    }
    try session.change("UPDATE PublicFeed SET qualityScore = 50", in: "b.sqlite")
    try session.change("UPDATE FeedMetadata SET healthStatus = 'down'", in: "b.sqlite")
    #expect(try session.run("container", "diff", "a.sqlite", "b.sqlite").status == 1)
    #expect(try session.run("container", "diff", "a.sqlite", "b.sqlite", "--editorial").status == 0)
    try session.change("UPDATE PublicFeed SET title = 'B'", in: "b.sqlite")
    #expect(try session.run("container", "diff", "a.sqlite", "b.sqlite", "--editorial").status == 1)
  }

  @Test("a file and an iCloud container are compared; a type that cannot be listed there exits with 2")
  func cloud() throws {
    let session = try Session()
    try session.write(RecordsCommandTests.schema, to: "books.ckdb")
    try session.write(RecordsCommandTests.books, to: "books.jsonl")
    let emulator = try EmulatorProcess(session, ["--schema", "books.ckdb"])
    for container in [EmulatorProcess.container, "local.sqlite"] {
      try session.run("records", "put", "books.jsonl", "--schema", "books.ckdb", "--container", container)
    }
    let arguments = [
      "container", "diff", "local.sqlite", "\(EmulatorProcess.container)@development", "--schema", "books.ckdb",
    ]
    let all = try session.run(arguments)
    #expect(all.status == 2)
    #expect(
      all.out.contains(
        "not compared: Note has no QUERYABLE index on ___recordID in iCloud.org.example.celestra@development"))
    #expect(try session.run(arguments + ["--types", "Author,Book"]).out == "same: 3 records in 2 record types\n")
    try session.run(
      "records", "set", "earthsea", "pages=1", "--schema", "books.ckdb", "--container",
      "\(EmulatorProcess.container)@development")
    #expect(try session.run(arguments + ["--types", "Author,Book"]).status == 1)
    #expect(!emulator.isGivenAway(by: all.out + all.err))
  }

  @Test(
    "--list-by and --names read a type that cannot be listed, on either side, and say what is not found",
    arguments: [
      (["--list-by", "Note.text"], "listed by text, records without text are not found"),
      (["--names", "names.txt"], "only the records that --names names are read"),
    ])
  func listing(_ row: (options: [String], note: String)) throws {
    let session = try Session()
    try session.write(RecordsCommandTests.schema, to: "books.ckdb")
    try session.write(RecordsCommandTests.books, to: "books.jsonl")
    try session.write("n1\nn2\n", to: "names.txt")
    let emulator = try EmulatorProcess(session, ["--schema", "books.ckdb"])
    let side = "\(EmulatorProcess.container)@development"
    for container in [side, "local.sqlite"] {
      try session.run("records", "put", "books.jsonl", "--schema", "books.ckdb", "--container", container)
    }
    session.input = #"{"recordType":"Note","recordName":"n2","fields":{"text":"only here"}}"#
    try session.run("records", "put", "-", "--schema", "books.ckdb", "--container", side)
    let options = ["--schema", "books.ckdb", "--types", "Note"] + row.options
    let forth = try session.run(["container", "diff", "local.sqlite", side] + options)
    #expect(forth.status == 1 && forth.out.contains("new      Note n2\n"), "\(forth)")
    #expect(
      forth.err.contains("note: Note of \(side) may be incomplete: no QUERYABLE index on ___recordID: \(row.note)"))
    let back = try session.run(["container", "diff", side, "local.sqlite"] + options)
    #expect(back.status == 1 && back.out.contains("gone     Note n2\n"), "\(back)")
    let others = try session.run(
      "container", "diff", side, "local.sqlite", "--schema", "books.ckdb", "--except-types", "Note")
    #expect(others.out == "same: 3 records in 2 record types\n", "\(others)")
    _ = emulator
  }

  @Test("a backup lists the records of every type, as its container does not")
  func backup() throws {
    let session = try RecordsCommandTests.session()
    #expect(try session.run("container", "backup", "--to", "backup.sqlite").status == 0)
    for command in [["count", "Note"], ["query", "Note"], ["count"], ["export"]] {
      let own = try session.run(["records"] + command)
      #expect(own.status != 0, "\(own)")
      let backup = try session.run(["records"] + command + ["--container", "backup.sqlite"])
      #expect(backup.status == 0 && !backup.err.contains("cannot be listed"), "\(backup)")
    }
    #expect(try session.run("records", "export", "--container", "backup.sqlite").out.contains(#""recordName":"n1""#))
    #expect(try session.run("container", "diff", "celestra.sqlite", "backup.sqlite").status == 0)
  }

  @Test(
    "a request that cannot be served is refused",
    arguments: [
      (["a.sqlite", "celestra.sqlite"], Int32(2)), (["celestra.sqlite", "./celestra.sqlite"], 2),
      (["celestra.sqlite", "new.sqlite", "--types", "Bok"], 64),
      (["celestra.sqlite", "new.sqlite", "--ignore-field", "Book"], 64),
      (["celestra.sqlite", "new.sqlite", "--ignore-field", "Book.x"], 64),
      (["celestra.sqlite", "new.sqlite", "--editorial"], 2), (["celestra.sqlite", "new.sqlite", "--limit", "-1"], 64),
      (["celestra.sqlite"], 64),
    ] as [([String], Int32)])
  func refusals(arguments: [String], status: Int32) throws {
    let run = try Self.session().run(["container", "diff"] + arguments)
    #expect(run.status == status && run.out == "", "\(run)")
  }
}
