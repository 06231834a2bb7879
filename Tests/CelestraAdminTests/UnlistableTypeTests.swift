import Foundation
import Testing

/// A backup or copy of a type that an iCloud container cannot list.
@Suite("Types that cannot be listed, in copies and backups")
struct UnlistableTypeTests {
  /// An emulator of books, with three notes, which have no index of names. One has no text.
  private static func emulator() throws -> EmulatorProcess {
    let session = try Session()
    try session.write(RecordsCommandTests.schema, to: "books.ckdb")
    try session.write(RecordsCommandTests.books, to: "books.jsonl")
    let emulator = try EmulatorProcess(session, ["--schema", "books.ckdb"])
    session.input = """
      {"recordType":"Note","recordName":"n2","fields":{"text":"it's \\"read\\"\\nagain"}}
      {"recordType":"Note","recordName":"it's \\"n3\\"","fields":{}}
      """
    for file in ["books.jsonl", "-"] {
      let put = try emulator.run(["records", "put", file, "--schema", "books.ckdb"])
      #expect(put.status == 0, "\(put)")
    }
    return emulator
  }

  private static let side = EmulatorProcess.container + "@development"

  @Test(
    "--list-by and --names read their records, and say what is not found",
    arguments: [
      (["--list-by", "Note.text"], "listed by text, records without text are not found", 2),
      (["--names", "names.txt"], "only the records that --names names are read", 1),
      (["--names", "names.txt", "--list-by", "Note.text"], "listed by text", 2),
    ])
  func listing(_ row: (options: [String], note: String, notes: Int)) throws {
    let emulator = try Self.emulator()
    let session = emulator.session
    // Names of other types and of no record do no harm.
    try session.write("it's \"n3\"\nnobody\nleguin\n", to: "names.txt")
    let schema = ["--schema", "books.ckdb"]
    let refused = try session.run(["container", "copy", "--from", Self.side, "--to", "copy.sqlite"] + schema)
    #expect(refused.status == 2 && refused.err.contains("Note has no QUERYABLE index on ___recordID"), "\(refused)")
    let copied = try session.run(
      ["container", "copy", "--from", Self.side, "--to", "copy.sqlite"] + schema + row.options)
    #expect(copied.status == 0 && copied.out.contains("note: Note may be incomplete: no QUERYABLE index"), "\(copied)")
    #expect(copied.out.contains(row.note))
    #expect(try session.sqlite("SELECT count(*) FROM Note", in: "copy.sqlite") == ["\(row.notes)"])
    for _ in 0..<2 {
      let made = try session.run(["container", "backup", Self.side, "--to", "backup.sqlite"] + schema + row.options)
      #expect(made.status == 0 && made.out.contains("unverified: Note: no QUERYABLE index on ___recordID"), "\(made)")
      #expect(try session.sqlite("SELECT count(*) FROM Note", in: "backup.sqlite") == ["\(row.notes)"])
    }
    #expect(try session.run("container", "verify", "backup.sqlite", "--restore-test").status == 0)
  }

  @Test("nothing is deleted of a type of which the source may have more records than were read")
  func pruning() throws {
    let emulator = try Self.emulator()
    let session = emulator.session
    let schema = ["--schema", "books.ckdb"]
    let copy = ["container", "copy", "--from", Self.side, "--to", "copy.sqlite", "--list-by", "Note.text"] + schema
    #expect(try session.run(copy).status == 0)
    session.input = """
      {"recordType":"Note","recordName":"only here","fields":{"text":"x"}}
      {"recordType":"Author","recordName":"only here too","fields":{"name":"X"}}
      """
    try session.run(["records", "put", "-", "--container", "copy.sqlite"])
    let pruned = try session.run(copy + ["--prune", "--yes"])
    #expect(pruned.status == 0 && pruned.out.contains(": 1 deleted\n"), "\(pruned)")
    #expect(pruned.out.contains("no copy.sqlite record of the type was deleted"))
    #expect(try session.sqlite("SELECT count(*) FROM Note", in: "copy.sqlite") == ["3"])

    let backup = ["container", "backup", Self.side, "--to", "backup.sqlite", "--list-by", "Note.text"] + schema
    #expect(try session.run(backup).status == 0)
    let restored = try session.run("container", "restore", "backup.sqlite", "--to", "copy.sqlite", "--exact", "--yes")
    #expect(restored.status == 0 && restored.out.contains("note: Note may be incomplete"), "\(restored)")
    #expect(try session.sqlite("SELECT count(*) FROM Note", in: "copy.sqlite") == ["3"])
  }

  @Test(
    "a field that cannot list the records is refused",
    arguments: [
      (["--list-by", "Note"], Int32(64), "is invalid for '--list-by"), (["--list-by", "Note.title"], 64, "title"),
      (["--list-by", "Memo.text"], 64, "Memo"), (["--names", "none.txt"], 2, "none.txt"),
      (["--list-by", "Note.text", "--list-by", "Note.text"], 64, "by one field, not by text and text"),
    ])
  func refusals(_ row: (options: [String], status: Int32, message: String)) throws {
    let emulator = try Self.emulator()
    for command in [["copy", "--from", Self.side, "--to", "b.sqlite"], ["backup", Self.side, "--to", "b.sqlite"]] {
      let run = try emulator.session.run(["container"] + command + ["--schema", "books.ckdb"] + row.options)
      #expect(run.status == row.status && run.err.contains(row.message), "\(run)")
      #expect(!FileManager.default.fileExists(atPath: emulator.session.path("b.sqlite")))
    }
  }
}
