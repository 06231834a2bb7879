import Foundation
import Testing

/// Backups that lack records.
extension ContainerBackupTests {
  private static let ofBooks = [
    "container", "backup", TwoContainers.dev, "--to", "backup.sqlite", "--keep", "2", "--schema",
  ]

  /// An emulator of books, and of a note, whose type cannot be listed.
  private static func books() throws -> EmulatorProcess {
    let session = try Session()
    try session.write(RecordsCommandTests.schema, to: "books.ckdb")
    try session.write(RecordsCommandTests.books, to: "books.jsonl")
    let emulator = try EmulatorProcess(session, ["--schema", "books.ckdb"])
    #expect(try emulator.run(["records", "put", "books.jsonl", "--schema", "books.ckdb"]).status == 0)
    return emulator
  }

  @Test("a schema that lacks a type of the former backup is refused, and one that lacks a field keeps that backup")
  func lesserSchema() throws {
    let emulator = try Self.books()
    let session = emulator.session
    #expect(try session.run(Self.ofBooks + ["books.ckdb", "--list-by", "Note.text"]).status == 0)
    try session.write(RecordsCommandTests.schema.replacing(#/RECORD TYPE Author[^;]*;/#, with: ""), to: "types.ckdb")
    let refused = try session.run(Self.ofBooks + ["types.ckdb", "--list-by", "Note.text"])
    #expect(
      refused.status == 2
        && refused.err.contains("has records of Author, which this backup would lack; nothing was written"),
      "\(refused)")
    #expect(try session.run("container", "verify", "backup.sqlite").status == 0)
    try session.write(RecordsCommandTests.schema.replacing("isbn STRING,", with: ""), to: "fields.ckdb")
    let unread = try session.run(Self.ofBooks + ["fields.ckdb"])
    #expect(unread.status == 2 && unread.err.contains("has records of Note, which this backup would lack"), "\(unread)")
    let made = try session.run(Self.ofBooks + ["fields.ckdb", "--list-by", "Note.text"])
    #expect(made.status == 0, "\(made)")
    let files = try FileManager.default.contentsOfDirectory(atPath: session.folder.path).filter {
      $0.hasPrefix("backup.") && $0.hasSuffix(".sqlite")
    }
    #expect(files.count == 2, "\(files)")
    for file in files {
      #expect(try session.sqlite("SELECT count(*) FROM Book", in: file) == ["2"])
    }
    _ = emulator
  }
  @Test("records of a type that could not be read are restored from an earlier backup on request, and none are deleted")
  func keptRecords() throws {
    let emulator = try Self.books()
    let session = emulator.session
    #expect(try session.run(Self.ofBooks + ["books.ckdb", "--list-by", "Note.text"]).status == 0)
    #expect(try session.run(Self.ofBooks + ["books.ckdb"]).status == 1)
    let restore = ["container", "restore", "backup.sqlite", "--to", "new.sqlite"]
    #expect(try session.run(restore).err.contains("pass --partial to restore what it has"))
    let restored = try session.run(restore + ["--partial"])
    #expect(restored.status == 0 && restored.out.contains("new.sqlite: 4 created\n"), "\(restored)")
    #expect(restored.out.contains("note: Note may be incomplete: of an earlier backup: no QUERYABLE index"))
    session.input = #"{"recordType":"Note","recordName":"n2","fields":{"text":"only here"}}"#
    #expect(try session.run("records", "put", "-", "--container", "new.sqlite").status == 0)
    let exact = try session.run(restore + ["--partial", "--exact", "--yes"])
    #expect(exact.status == 0 && exact.out.contains("; no new.sqlite record of the type was deleted"), "\(exact)")
    #expect(try session.sqlite("SELECT ___recordID FROM Note ORDER BY 1", in: "new.sqlite") == ["n1", "n2"])
    let named = try session.run(restore + ["--partial", "--types", "Note"])
    #expect(named.status == 0 && named.out.contains("same: 1 record in 1 type"), "\(named)")
    _ = emulator
  }

  @Test("a copy, a diff, and a list of changes leave what a backup does not have alone")
  func selectedTypes() throws {
    let session = try SeedInterruptionTests.seeded(feeds: 3, into: "celestra.sqlite")
    let some = ["container", "backup", "--types", "PublicFeed,FeedMetadata", "--to", "some.sqlite"]
    #expect(try session.run(some).status == 0)
    #expect(try session.run("container", "copy", "--from", "celestra.sqlite", "--to", "b.sqlite").status == 0)
    let copy = ["container", "copy", "--from", "some.sqlite", "--to", "b.sqlite", "--prune", "--yes"]
    let pruned = try session.run(copy)
    #expect(pruned.status == 0 && pruned.out.contains("same: 6 records in 2 types"), "\(pruned)")
    #expect(try session.contents(of: "b.sqlite") == session.contents())
    let named = try session.run(copy + ["--types", "FeedCategory"])
    #expect(named.status == 2 && named.err.contains("'some.sqlite' has no FeedCategory records"), "\(named)")
    let changes = try session.run("changes", "--against", "some.sqlite")
    #expect(changes.status == 0 && changes.out.hasSuffix(": no changes\n"), "\(changes)")
    #expect(changes.err.contains("note: FeedCategory of some.sqlite was not backed up, and is not compared"))
    let diff = try session.run("container", "diff", "some.sqlite", "celestra.sqlite")
    #expect(diff.status == 2 && diff.out.hasPrefix("same: 6 records"), "\(diff)")
    #expect(diff.out.contains("not compared: FeedCategory of some.sqlite was not backed up: not selected"), "\(diff)")
    let types = ["--types", "PublicFeed,FeedMetadata"]
    #expect(try session.run(["container", "diff", "some.sqlite", "celestra.sqlite"] + types).status == 0)
  }

  @Test("what a backup has only in part, a copy does not delete, and a backup of the backup has in part")
  func unverified() throws {
    let emulator = try Self.books()
    let session = emulator.session
    #expect(try session.run(Self.ofBooks + ["books.ckdb", "--list-by", "Note.text"]).status == 0)
    #expect(try session.run("container", "copy", "--from", "backup.sqlite", "--to", "new.sqlite").status == 0)
    session.input = #"{"recordType":"Note","recordName":"n2","fields":{"text":"only here"}}"#
    #expect(try session.run("records", "put", "-", "--container", "new.sqlite").status == 0)
    let pruned = try session.run(
      "container", "copy", "--from", "backup.sqlite", "--to", "new.sqlite", "--prune", "--yes")
    #expect(pruned.status == 0 && pruned.out.contains("note: Note may be incomplete"), "\(pruned)")
    #expect(try session.sqlite("SELECT count(*) FROM Note", in: "new.sqlite") == ["2"])
    let diff = try session.run("container", "diff", "backup.sqlite", "new.sqlite")
    #expect(diff.status == 1 && diff.err.contains("note: Note of backup.sqlite may be incomplete: "), "\(diff)")
    #expect(try session.run("container", "backup", "backup.sqlite", "--to", "second.sqlite").status == 0)
    let states = "SELECT type || ' ' || state FROM ___backupTypes ORDER BY 1"
    #expect(
      try session.sqlite(states, in: "second.sqlite") == ["Author complete", "Book complete", "Note unverified"])
    _ = emulator
  }

  @Test("a copy of a backup that is written is a container with all types, of which nothing is left out")
  func writtenCopy() throws {
    let session = try RecordsCommandTests.session()
    let backup = ["container", "backup", "celestra.sqlite", "--to", "b.sqlite", "--except-types", "Note"]
    #expect(try session.run(backup).status == 0)
    try FileManager.default.copyItem(atPath: session.path("b.sqlite"), toPath: session.path("work.sqlite"))
    try session.write(#"{"recordType":"Note","recordName":"n2","fields":{"text":"new"}}"#, to: "n.jsonl")
    #expect(try session.run("records", "put", "n.jsonl", "--container", "work.sqlite").status == 0)
    #expect(try session.run("container", "copy", "--from", "work.sqlite", "--to", "c.sqlite").status == 0)
    #expect(try session.sqlite("SELECT ___recordID FROM Note", in: "c.sqlite") == ["n2"])
    let again = try session.run("container", "backup", "work.sqlite", "--to", "w.sqlite")
    #expect(again.status == 0 && again.out.contains("Note            1  complete"), "\(again)")
    #expect(try session.run("container", "verify", "b.sqlite").status == 0)
  }
}
