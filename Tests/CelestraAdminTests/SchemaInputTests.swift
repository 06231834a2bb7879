import Foundation
import TestEnvironment
import Testing

@Suite("Inputs of schema commands")
struct SchemaInputTests {
  private static let old = "DEFINE SCHEMA\nRECORD TYPE T ( a STRING, GRANT READ TO \"_world\" );\n"
  private static let new = "DEFINE SCHEMA\nRECORD TYPE T ( a STRING, b INT64, GRANT READ TO \"_world\" );\n"

  /// A repository with one commit of an old `schema/a.ckdb`; the working tree has a new version.
  private static func repository() throws -> Session {
    let session = try Session()
    try session.write(old, to: "schema/a.ckdb")
    let identity = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
    for arguments in [["init", "-q"], ["add", "."], identity + ["commit", "-q", "-m", "a"], ["tag", "v1"]] {
      try #require(try TestProgram("git")?.run(arguments, in: session.folder).status == 0)
    }
    try session.write(new, to: "schema/a.ckdb")
    return session
  }

  private static let difference = "record type T\n  + b INT64\n1 added, 0 removed, 0 modified\n"

  @Test("a file in a commit is read without a checkout", arguments: ["v1", "HEAD", "HEAD~0"])
  func git(ref: String) throws {
    let session = try Self.repository()
    #expect(
      try session.run("schema", "diff", "\(ref):schema/a.ckdb", "schema/a.ckdb")
        == Session.Transcript(status: 0, out: Self.difference, err: ""))
    let run = try session.run("schema", "validate", "\(ref):./schema/a.ckdb")
    #expect(run.status == 0, "\(run)")
  }

  @Test(
    "findings in a file of a commit are shown at its path in the checkout",
    arguments: [
      ("github", "file=schema/a.ckdb,line=2,"),
      ("sarif", "\"uri\" : \"schema/a.ckdb\""),
    ])
  func places(format: String, expected: String) throws {
    for path in ["schema/a.ckdb", "./schema/a.ckdb"] {
      let run = try Self.repository().run("schema", "lint", "HEAD:\(path)", "--format", format)
      #expect(run.out.contains(expected) && !run.out.contains("HEAD"), "\(run)")
    }
    let plan = try Self.repository().run("schema", "plan", "HEAD:schema/a.ckdb", "schema/a.ckdb", "--format", format)
    #expect(plan.out.contains(expected) && !plan.out.contains("HEAD"), "\(plan)")
  }

  @Test("a path with a colon names a file if it exists")
  func colon() throws {
    let session = try Self.repository()
    try session.write(Self.new, to: "v1:schema/a.ckdb")
    #expect(try session.run("schema", "diff", "v1:schema/a.ckdb", "schema/a.ckdb").out == "no differences\n")
  }

  @Test(
    "missing refs and files are reported",
    arguments: [
      (
        "v2:schema/a.ckdb",
        "no such file, and no git ref 'v2'; check the path, or run 'git fetch' (in GitHub Actions: "
          + "'fetch-depth: 0' for actions/checkout)"
      ),
      (
        "v1:a.ckdb",
        "'v1' has no file 'a.ckdb'; paths are relative to the repository's root, or to this folder after ./; "
          + "if the file is new, compare with 'empty'"
      ),
      (
        "v1:schema",
        "'v1' has no file 'schema'; paths are relative to the repository's root, or to this folder after ./; "
          + "if the file is new, compare with 'empty'"
      ),
      (":schema/a.ckdb", "no such file, and '' is not a git ref"),
    ])
  func missing(input: String, why: String) throws {
    #expect(
      try Self.repository().run("schema", "validate", input)
        == Session.Transcript(status: 2, out: "", err: "celestra-admin: error: cannot read \(input): \(why)\n"))
  }

  @Test("a ref is never passed to git as an option")
  func hyphen() throws {
    let run = try Self.repository().run("schema", "validate", "--", "--output=x:a.ckdb")
    #expect(
      run
        == Session.Transcript(
          status: 2, out: "",
          err: "celestra-admin: error: cannot read --output=x:a.ckdb: no such file, and '--output=x' is not a git ref\n"
        ))
  }

  @Test("outside a repository there are no refs")
  func noRepository() throws {
    let session = try Session()
    session.environment["GIT_CEILING_DIRECTORIES"] = session.folder.deletingLastPathComponent().path
    let run = try session.run("schema", "validate", "v1:a.ckdb")
    #expect(run.status == 2)
    #expect(
      run.err.hasPrefix(
        "celestra-admin: error: cannot read v1:a.ckdb: no such file, and this folder is not in a readable git repository"
      ))
    session.environment["PATH"] = session.folder.path
    #expect(
      try session.run("schema", "validate", "v1:a.ckdb").err
        == "celestra-admin: error: cannot read v1:a.ckdb: no such file, and git is not on the PATH\n")
  }

  @Test("standard input uses --stdin-filename in messages and is read only once")
  func standardInput() throws {
    let session = try Session()
    session.input = "DEFINE SCHEMA\nRECORD TYPE T ( a STRNG );\n"
    let arguments = ["schema", "validate", "-"]
    #expect(try session.findings(arguments) == "<stdin>:2:19: error: unknown type 'STRNG' [unknown-type]\n")
    #expect(
      try session.findings(arguments + ["--stdin-filename", "a.ckdb"])
        == "a.ckdb:2:19: error: unknown type 'STRNG' [unknown-type]\n")
    #expect(try session.run("schema", "diff", "-", "-").status == 64)
    #expect(try session.run("schema", "plan", "-", "-").status == 64)
    #expect(try session.run("schema", "queries", "-", "--queries", "-").status == 64)
  }

  @Test("'empty' is an empty schema; './empty' is a file")
  func empty() throws {
    let session = try Session()
    try session.write(Self.old, to: "empty")
    #expect(
      try session.run("schema", "diff", "empty", "./empty").out
        == "record type T\n  + the record type, with 1 field\n1 added, 0 removed, 0 modified\n")
    #expect(try session.run("schema", "show", "empty").out == "empty: 0 record types, 0 fields, 0 indexes\n")
    #expect(try session.run("schema", "validate", "empty").status == 0)
  }
}
