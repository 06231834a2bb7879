import Foundation
import Testing

@Suite("celestra-admin schema")
struct SchemaCommandTests {
  private static let old = """
    DEFINE SCHEMA
    RECORD TYPE Feed (
      title STRING QUERYABLE,
      score INT64,
      gone  BYTES,
      GRANT READ TO "_world"
    );

    """
  private static let new = """
    DEFINE SCHEMA -- newer
    CREATE ROLE Admin;
    RECORD TYPE Feed (
      score DOUBLE,
      title STRING SORTABLE QUERYABLE,
      tags  LIST<STRING>,
      GRANT READ, WRITE TO "_world"
    );
    RECORD TYPE Extra ( a STRING );

    """

  private static func session() throws -> Session {
    let session = try Session()
    try session.write(old, to: "old.ckdb")
    try session.write(new, to: "new.ckdb")
    try session.write("DEFINE SCHEMA\nRECORD TYPE T (\n  a STRNG,\n  b INT64 QUERYBLE\n)\n", to: "bad.ckdb")
    return session
  }

  @Test(
    "a misspelled command has a suggestion, and every error has the same prefix",
    arguments: [
      (["schema", "linr", "new.ckdb"], "unknown command 'linr'; did you mean 'celestra-admin schema lint'?\n"),
      (["shcema", "lint"], "unknown command 'shcema'; did you mean 'celestra-admin schema'?\n"),
      (["help", "schema", "lint", "--formt"], "Unknown option '--formt'"),
      (["schema", "lint", "new.ckdb", "--limit", "x"], "The value 'x' is invalid for '--limit"),
      (["schema", "diff"], "Missing expected argument '<old>'"),
    ])
  func usage(arguments: [String], message: String) throws {
    let run = try Self.session().run(arguments)
    #expect(run.status == 64 && run.out == "")
    #expect(run.err.hasPrefix("celestra-admin: error: \(message)"), "\(run.err)")
  }

  @Test("validate accepts a valid file and reports all errors of an invalid one")
  func validate() throws {
    let session = try Self.session()
    #expect(
      try session.run("schema", "validate", "old.ckdb")
        == Session.Transcript(status: 0, out: "old.ckdb: valid, 1 record type\n", err: ""))
    let run = try session.run("schema", "validate", "bad.ckdb", "old.ckdb")
    #expect(run.status == 1)
    #expect(
      run.out == """
        bad.ckdb:3:5: error: unknown type 'STRNG' [unknown-type]
         3 |   a STRNG,
           |     ^~~~~
           = did you mean STRING?
         3 +   a STRING,
        bad.ckdb:4:11: error: unknown option 'QUERYBLE' [unknown-option]
         4 |   b INT64 QUERYBLE
           |           ^~~~~~~~
           = did you mean QUERYABLE?
         4 +   b INT64 QUERYABLE
        bad.ckdb:5:2: error: missing ';' after the statement [missing-semicolon]
         5 | )
           |  ^
           = add ';'
         5 + );
        3 errors
        bad.ckdb: invalid, 1 record type
        old.ckdb: valid, 1 record type

        """)
  }

  @Test("diff lists differences by record type and exits with 1 only with --exit-code")
  func diff() throws {
    let session = try Self.session()
    let run = try session.run("schema", "diff", "old.ckdb", "new.ckdb")
    #expect(
      run
        == Session.Transcript(
          status: 0,
          out: """
            roles
              + Admin
            record type Extra
              + the record type, with 1 field
            record type Feed
              - gone BYTES
              ~ score: INT64 → DOUBLE
              + tags LIST<STRING>
              ~ title: QUERYABLE → QUERYABLE SORTABLE
              ~ GRANT to _world: READ → READ, WRITE
            3 added, 1 removed, 3 modified

            """, err: ""))
    #expect(try session.run("schema", "diff", "old.ckdb", "new.ckdb", "--exit-code").status == 1)
    #expect(
      try session.run("schema", "diff", "old.ckdb", "old.ckdb", "--exit-code")
        == Session.Transcript(status: 0, out: "no differences\n", err: ""))
    #expect(try session.run("schema", "diff", "old.ckdb", "bad.ckdb").status == 2)
  }

  @Test("diff shows likely renames under their record type and in JSON")
  func renames() throws {
    let session = try Session()
    try session.write("DEFINE SCHEMA RECORD TYPE Feed ( pubDate TIMESTAMP );", to: "old.ckdb")
    try session.write("DEFINE SCHEMA RECORD TYPE Feed ( publishedDate TIMESTAMP );", to: "new.ckdb")
    #expect(
      try session.run("schema", "diff", "old.ckdb", "new.ckdb").out == """
        record type Feed
          - pubDate TIMESTAMP
          + publishedDate TIMESTAMP
          ? probably a rename: Feed.pubDate → Feed.publishedDate
        1 added, 1 removed, 0 modified

        """)
    let json = try session.run("schema", "diff", "old.ckdb", "new.ckdb", "--format", "json").out
    #expect(json.contains("\"kind\" : \"likelyFieldRename\"") && json.contains("\"likelyRenames\" : 1"))
  }

  @Test("show lists every field, index, and grant")
  func show() throws {
    let session = try Self.session()
    #expect(
      try session.run("schema", "show", "new.ckdb").out == """
        new.ckdb: 2 record types, 4 fields, 2 indexes, roles: Admin

        Feed
          field  type          indexes
          score  DOUBLE
          title  STRING        QUERYABLE SORTABLE
          tags   LIST<STRING>
          _world may READ, WRITE

        Extra
          field  type    indexes
          a      STRING

        """)
  }

  @Test(
    "a missing file and a folder without schemas are reported",
    arguments: [
      ("nowhere.ckdb", 2, "celestra-admin: error: cannot read nowhere.ckdb: no such file; check the path\n"),
      ("folder", 2, "celestra-admin: error: cannot read folder: the folder has no .ckdb files\n"),
    ] as [(String, Int32, String)])
  func unreadable(path: String, status: Int32, message: String) throws {
    let session = try Self.session()
    try session.write("", to: "folder/a.txt")
    let run = try session.run("schema", "validate", path)
    #expect(run == Session.Transcript(status: status, out: "", err: message))
  }

  @Test("an empty file and invalid UTF-8 are errors with a place")
  func notText() throws {
    let session = try Self.session()
    try session.write("", to: "empty.ckdb")
    try Data([0x44, 0xFF, 0xFE]).write(to: session.folder.appendingPathComponent("binary.ckdb"))
    let run = try session.run("schema", "validate", "empty.ckdb", "binary.ckdb")
    #expect(run.status == 1)
    #expect(run.out.contains("empty.ckdb:1:1: error: the file contains no schema [empty-file]"))
    #expect(run.out.contains("binary.ckdb:1:2: error: the byte 0xFF is not UTF-8 [invalid-utf8]"))
  }
}
