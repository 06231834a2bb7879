import Foundation
import Testing

/// The types that a copy or restore includes by default, in containers of any app.
@Suite("Types of copies and restored backups")
struct RestoredTypesTests {
  /// CloudKit's default grants, which let users create records; a type that no one may create; a mixed type with assets.
  static let schema = """
    DEFINE SCHEMA
      RECORD TYPE Note (
        "___recordID" REFERENCE QUERYABLE, text STRING, photo ASSET, scan ASSET,
        GRANT WRITE TO "_creator", GRANT CREATE TO "_icloud", GRANT READ TO "_world"
      );
      RECORD TYPE Fixed ("___recordID" REFERENCE QUERYABLE, n INT64, GRANT READ TO "_world");
      RECORD TYPE Users ("___recordID" REFERENCE, roles LIST<INT64>, GRANT READ TO "_world");
    """
  private static let side = EmulatorProcess.container + "@development"
  private static let system =
    "SELECT ___recordID || ___createTime || quote(___createdBy) || ___modTime || ___etag FROM Note ORDER BY 1"

  /// A session with notes of a user and one fixed record in `a.sqlite`, and their backup.
  private static func session() throws -> Session {
    let session = try Session()
    try session.write(schema, to: "notes.ckdb")
    session.input = """
      {"recordType":"Note","recordName":"n1","fields":{"text":"one"}}
      {"recordType":"Note","recordName":"n2","fields":{"text":"two"}}
      {"recordType":"Fixed","recordName":"f","fields":{"n":1}}
      """
    try session.run("records", "put", "-", "--container", "a.sqlite", "--schema", "notes.ckdb")
    try session.change("UPDATE Note SET ___createdBy = '_someone', ___createTime = 5", in: "a.sqlite")
    #expect(try session.run("container", "backup", "a.sqlite", "--to", "backup.sqlite").status == 0)
    return session
  }

  @Test(
    "a restored or copied file has all types, with creators, dates, and change tags",
    arguments: [["restore", "backup.sqlite"], ["copy", "--from", "a.sqlite"]])
  func files(command: [String]) throws {
    let session = try Self.session()
    let restored = try session.run(["container"] + command + ["--to", "new.sqlite"])
    #expect(restored.status == 0 && restored.out.contains("new.sqlite: 3 created\n"), "\(restored)")
    #expect(!restored.out.contains("not restored") && !restored.out.contains("left out"))
    #expect(try session.contents(of: "new.sqlite") == session.contents(of: "a.sqlite"))
    #expect(try session.sqlite(Self.system, in: "new.sqlite") == session.sqlite(Self.system, in: "a.sqlite"))
    // A changed record gets the version of the source, too, under a tag of its own if the tags are equal.
    try session.change(
      "UPDATE Note SET text = 'x', ___createTime = 9, ___createdBy = 'y' WHERE ___recordID = 'n1'", in: "new.sqlite")
    try session.change(
      "UPDATE Note SET text = 'x', ___createTime = 9, ___etag = 'zz' WHERE ___recordID = 'n2'", in: "new.sqlite")
    let again = try session.run(["container"] + command + ["--to", "new.sqlite"])
    #expect(again.out.contains("new.sqlite: 2 updated\n"), "\(again)")
    #expect(
      try session.sqlite("SELECT DISTINCT ___createTime || ___createdBy FROM Note", in: "new.sqlite") == ["5_someone"])
    let tags = "SELECT ___etag FROM Note ORDER BY ___recordID"
    #expect(try session.sqlite(tags, in: "new.sqlite")[0] != session.sqlite(tags, in: "a.sqlite")[0])
    #expect(try session.sqlite(tags, in: "new.sqlite")[1] == session.sqlite(tags, in: "a.sqlite")[1])
    #expect(
      try session.run(["container"] + command + ["--to", "new.sqlite"]).out.contains("same: 3 records in 2 types"))
  }

  @Test("the restore test restores as restore does")
  func verification() throws {
    let session = try Self.session()
    let verify = ["container", "verify", "backup.sqlite", "--restore-test"]
    #expect(try session.run(verify).out.contains("ok      restore test: 3 records are equal in the restored file\n"))
  }

  @Test(
    "a type that no one may create in iCloud is left out with its count, reason, and remedy, and the exit code is 1")
  func refusedType() throws {
    let session = try Self.session()
    let emulator = try EmulatorProcess(session, ["--schema", "notes.ckdb"])
    let restore = ["container", "restore", "backup.sqlite", "--to", Self.side, "--schema", "notes.ckdb"]
    let restored = try session.run(restore)
    #expect(restored.status == 1, "\(restored)")
    #expect(restored.out.contains("left out: Fixed, 1 record: no one may create its records in \(Self.side)"))
    #expect(restored.out.contains("pass --except-types Fixed to accept that\n"))
    #expect(restored.out.contains("2 records of Note lose their creator"))
    #expect(try session.sqlite("SELECT count(*) FROM Note", in: "emulated.sqlite") == ["2"])
    let accepted = try session.run(restore + ["--except-types", "Fixed"])
    #expect(accepted.status == 0 && accepted.out.contains("same: 2 records in 1 type"), "\(accepted)")
    let nothing = try session.run(restore + ["--except-types", "Note"])
    #expect(nothing.status == 2 && nothing.err.contains("  - Fixed: no one may create its records"), "\(nothing)")
    // A copy back is not narrowed by what cannot be in the container.
    let back = try session.run(
      "container", "copy", "--from", Self.side, "--to", "back.sqlite", "--schema", "notes.ckdb")
    #expect(back.status == 0 && back.out.contains("back.sqlite: 2 created\n"), "\(back)")
    let system = "SELECT ___recordID || ___createdBy || ___etag FROM Note ORDER BY 1"
    #expect(try session.sqlite(system, in: "back.sqlite") == session.sqlite(system, in: "emulated.sqlite"))
    _ = emulator
  }

  @Test("all fields of assets are named at once; --skip-assets leaves them out, a restore says which files it lost")
  func assets() throws {
    let session = try Self.session()
    let emulator = try EmulatorProcess(session, ["--schema", "notes.ckdb"])
    let copy = [
      "container", "copy", "--from", "a.sqlite", "--to", Self.side, "--schema", "notes.ckdb", "--types", "Note",
    ]
    let refused = try session.run(copy)
    #expect(
      refused.status == 2
        && refused.err.contains("  - Note.photo, Note.scan hold assets, which are not copied: pass --skip-assets"),
      "\(refused)")
    let export = try session.run("records", "export", "--container", "a.sqlite")
    #expect(export.status == 2 && export.err.contains("Note.photo, Note.scan hold assets"), "\(export)")
    let exported = try session.run("records", "export", "--skip-assets", "--container", "a.sqlite")
    #expect(exported.status == 0 && exported.out.contains(#""skipped":["Note.photo","Note.scan"]"#), "\(exported)")
    #expect(exported.out.contains(#""value":"one""#), "\(exported)")
    let copied = try session.run(copy + ["--skip-assets"])
    #expect(copied.status == 0 && copied.out.contains("2 created"), "\(copied)")
    try session.change(
      #"UPDATE Note SET text = 'three', photo = '{"fileChecksum":"AQ==","size":1}' WHERE ___recordID = 'n1'"#,
      in: "a.sqlite")
    #expect(try session.run("container", "backup", "a.sqlite", "--to", "backup.sqlite").status == 0)
    let restore = [
      "container", "restore", "backup.sqlite", "--to", Self.side, "--schema", "notes.ckdb", "--types", "Note",
    ]
    let restored = try session.run(restore)
    #expect(restored.status == 1 && restored.out.contains("1 updated"), "\(restored)")
    #expect(restored.out.contains("not restored: the files of Note.photo (1 record), which are not copied"))
    #expect(try session.run(restore + ["--skip-assets"]).status == 0)
    _ = emulator
  }

  @Test(
    "a target that lacks types and fields is refused with all of them and the remedy; an empty type does not matter")
  func lackingTarget() throws {
    let session = try Self.session()
    try session.write(
      "DEFINE SCHEMA RECORD TYPE Note (\"___recordID\" REFERENCE QUERYABLE, text INT64, photo ASSET);", to: "less.ckdb")
    let copy = ["container", "copy", "--from", "a.sqlite", "--to", "new.sqlite", "--to-schema", "less.ckdb"]
    let refused = try session.run(copy)
    #expect(refused.status == 2)
    for line in [
      "Note.text is INT64 in the target, STRING in the source", "Note.scan is not in the schema of the target",
      "Fixed is not in the schema of the target", "leave it out with --except-types Fixed, or add it to the schema",
    ] { #expect(refused.err.contains("  - \(line)"), "\(refused)") }
    try session.change("DELETE FROM Fixed", in: "a.sqlite")
    let others = try session.run(copy + ["--skip-field", "Note.text", "--skip-field", "Note.scan"])
    #expect(others.status == 0 && others.out.contains("new.sqlite: 2 created"), "\(others)")
  }

  @Test("a restore to iCloud names each kind of loss once, if it happened, after the totals; --max limits the changes")
  func losses() throws {
    let session = try Self.session()
    let emulator = try EmulatorProcess(session, ["--schema", "notes.ckdb"])
    let restore = ["container", "restore", "backup.sqlite", "--to", Self.side, "--schema", "notes.ckdb"]
    let dry = try session.run(restore + ["--dry-run", "--limit", "1"])
    #expect(dry.status == 1 && dry.out.hasPrefix("\(Self.side): 2 to create\n"), "\(dry)")
    #expect(dry.out.contains("create     Note n1\nand 1 more\n") && dry.out.hasSuffix("dry run: nothing was written\n"))
    let restored = try session.run(restore)
    #expect(restored.out.hasPrefix("\(Self.side): 2 created\n"), "\(restored)")
    #expect(restored.out.split(separator: "\n").count == 6)
    #expect(restored.out.contains("2 records have new dates and change tags, which only CloudKit sets"))
    let again = try session.run(restore + ["--except-types", "Fixed"])
    #expect(
      again.out.split(separator: "\n").count == 3 && again.out.hasPrefix("same: 2 records in 1 type\n"), "\(again)")
    _ = emulator
  }

  @Test(
    "types and excluded types that contradict or are unknown are refused",
    arguments: [
      (["--types", "Note", "--except-types", "Note"], Int32(2), "both name Note"),
      (["--except-types", "None"], 2, "None is not in the schema of the source"),
      (["--except-types", ","], 64, "requires the names of record types"),
    ])
  func usage(_ row: (options: [String], status: Int32, message: String)) throws {
    let session = try Self.session()
    let refused = try session.run(["container", "copy", "--from", "a.sqlite", "--to", "new.sqlite"] + row.options)
    #expect(refused.status == row.status && refused.err.contains(row.message), "\(refused)")
  }
}
