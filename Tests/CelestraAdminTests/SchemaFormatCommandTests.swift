import Foundation
import Testing

@Suite("celestra-admin schema format")
struct SchemaFormatCommandTests {
  private static let untidy = """
    DEFINE SCHEMA
    RECORD TYPE Feed ( // a feed
      title string SORTABLE QUERYABLE, -- its title
      "score" INT64,
      GRANT WRITE, READ TO "_world"
    );

    """
  private static let tidy = """
    DEFINE SCHEMA

        RECORD TYPE Feed ( // a feed
            title STRING QUERYABLE SORTABLE, -- its title
            score INT64,
            GRANT READ, WRITE TO "_world"
        );

    """

  private static func session() throws -> Session {
    let session = try Session()
    try session.write(untidy, to: "untidy.ckdb")
    try session.write(tidy, to: "tidy.ckdb")
    try session.write("DEFINE SCHEMA\nRECORD TYPE T (a STRNG);\n", to: "bad.ckdb")
    return session
  }

  @Test("one file is written to standard output in either order and stays unchanged")
  func standardOutput() throws {
    let session = try Self.session()
    #expect(
      try session.run("schema", "format", "untidy.ckdb") == Session.Transcript(status: 0, out: Self.tidy, err: ""))
    #expect(
      try session.run("schema", "format", "untidy.ckdb", "--order", "export").out == """
        DEFINE SCHEMA

            RECORD TYPE Feed ( // a feed
                score INT64,
                title STRING QUERYABLE SORTABLE, -- its title
                GRANT READ, WRITE TO "_world"
            );

        """)
    #expect(try session.read("untidy.ckdb") == Self.untidy)
  }

  @Test("--check lists unformatted files and exits with 1; --diff shows the changes")
  func checkAndDifference() throws {
    let session = try Self.session()
    #expect(
      try session.run("schema", "format", "--check", "tidy.ckdb", "untidy.ckdb")
        == Session.Transcript(
          status: 1, out: "untidy.ckdb: not formatted: run 'celestra-admin schema format --write untidy.ckdb'\n",
          err: ""))
    #expect(
      try session.run("schema", "format", "--check", "tidy.ckdb") == Session.Transcript(status: 0, out: "", err: ""))
    #expect(
      try session.run("schema", "format", "--diff", "tidy.ckdb", "untidy.ckdb")
        == Session.Transcript(
          status: 0,
          out: """
            --- untidy.ckdb
            +++ untidy.ckdb
            @@ -1,6 +1,7 @@
             DEFINE SCHEMA
            -RECORD TYPE Feed ( // a feed
            -  title string SORTABLE QUERYABLE, -- its title
            -  "score" INT64,
            -  GRANT WRITE, READ TO "_world"
            -);
            +
            +    RECORD TYPE Feed ( // a feed
            +        title STRING QUERYABLE SORTABLE, -- its title
            +        score INT64,
            +        GRANT READ, WRITE TO "_world"
            +    );

            """, err: ""))
  }

  @Test("--write rewrites only unformatted files, follows links, and keeps permissions")
  func write() throws {
    let session = try Self.session()
    let manager = FileManager.default
    try manager.setAttributes([.posixPermissions: 0o640], ofItemAtPath: session.path("untidy.ckdb"))
    try manager.createSymbolicLink(atPath: session.path("link.ckdb"), withDestinationPath: "untidy.ckdb")
    let before = try manager.attributesOfItem(atPath: session.path("tidy.ckdb"))[.systemFileNumber] as? Int
    #expect(
      try session.run("schema", "format", "--write", "tidy.ckdb", "link.ckdb")
        == Session.Transcript(status: 0, out: "link.ckdb\n", err: ""))
    #expect(try session.read("untidy.ckdb") == Self.tidy)
    #expect(try manager.destinationOfSymbolicLink(atPath: session.path("link.ckdb")) == "untidy.ckdb")
    let attributes = try manager.attributesOfItem(atPath: session.path("untidy.ckdb"))
    #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o640)
    #expect(try manager.attributesOfItem(atPath: session.path("tidy.ckdb"))[.systemFileNumber] as? Int == before)
    #expect(
      try session.run("schema", "format", "--write", "tidy.ckdb", "link.ckdb")
        == Session.Transcript(status: 0, out: "", err: ""))
    let visible = try manager.contentsOfDirectory(atPath: session.folder.path).filter { !$0.hasPrefix(".") }
    #expect(visible.sorted() == ["bad.ckdb", "link.ckdb", "tidy.ckdb", "untidy.ckdb"])
  }

  @Test("a file with syntax errors is reported and unchanged; the other files are formatted")
  func mistakes() throws {
    let session = try Self.session()
    #expect(
      try session.run("schema", "format", "--write", "bad.ckdb", "untidy.ckdb")
        == Session.Transcript(
          status: 1, out: "untidy.ckdb\n",
          err: """
            bad.ckdb:2:18: error: unknown type 'STRNG' [unknown-type]
             2 | RECORD TYPE T (a STRNG);
               |                  ^~~~~
               = did you mean STRING?
             2 + RECORD TYPE T (a STRING);
            1 error

            """))
  }

  @Test(
    "invalid combinations of options are usage errors",
    arguments: [
      (["a.ckdb", "b.ckdb"], "several files need --write, --check, or --diff"),
      (["a.ckdb", "--write", "--check"], "--write and --check cannot be combined"),
      (["-", "--write"], "--write needs files: standard input cannot be replaced"),
    ])
  func usage(arguments: [String], message: String) throws {
    let run = try Self.session().run(["schema", "format"] + arguments)
    #expect(run.status == 64)
    #expect(run.err.hasPrefix("celestra-admin: error: \(message)\n"))
  }
}
