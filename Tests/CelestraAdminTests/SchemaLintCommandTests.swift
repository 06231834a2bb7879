import Foundation
import Testing

@Suite("celestra-admin schema lint and rules")
struct SchemaLintCommandTests {
  private static let text = """
    DEFINE SCHEMA
    RECORD TYPE Feed (
        title STRING QUERYABLE,
        count NUMBER,
        GRANT READ TO "_world",
        GRANT WRITE TO "_icloud"
    );

    """

  private static func session() throws -> Session {
    let session = try Session()
    try session.write(text, to: "s.ckdb")
    return session
  }

  @Test("lint shows findings with frames and exits with 1 by --fail-on")
  func lint() throws {
    let session = try Self.session()
    let run = try session.run("schema", "lint", "s.ckdb")
    #expect(
      run
        == Session.Transcript(
          status: 0,
          out: """
            s.ckdb:2:13: warning: a query of 'Feed' without a filter, and the Console's list, will fail: "___recordID" is \
            not QUERYABLE [recordid-not-queryable]
             2 | RECORD TYPE Feed (
               |             ^~~~
               = declare "___recordID" REFERENCE QUERYABLE
            s.ckdb:4:11: warning: 'count' has type NUMBER [number-type]
             4 |     count NUMBER,
               |           ^~~~~~
               = use INT64 or DOUBLE unless the field is in production
            s.ckdb:6:5: warning: any signed-in user can change or delete 'Feed' records [authenticated-write]
             6 |     GRANT WRITE TO "_icloud"
               |     ^~~~~~~~~~~~~~~~~~~~~~~~
               = grant WRITE to _creator or to a custom role
            3 warnings

            """, err: ""))
    #expect(try session.run("schema", "lint", "s.ckdb", "--fail-on", "warning").status == 1)
    #expect(
      try session.run("schema", "lint", "s.ckdb", "--limit", "1").out.hasSuffix("\n3 warnings; 2 hidden by --limit\n"))
    #expect(
      try session.run("schema", "lint", "s.ckdb", "--ignore", "number-type", "--select", "number").out
        == "no findings in 1 file\n")
    #expect(
      try session.run("schema", "lint", "s.ckdb", "--select", "nmber-type")
        == Session.Transcript(
          status: 2, out: "",
          err: "celestra-admin: error: unknown rule 'nmber-type'; did you mean number-type?\n"))
  }

  @Test("--fix keeps the schema; --unsafe-fixes shows its changes and asks for confirmation")
  func fix() throws {
    let session = try Self.session()
    let lint = ["schema", "lint", "s.ckdb", "--fix", "--ignore", "authenticated", "--ignore", "number"]
    try session.write(Self.text.replacingOccurrences(of: "STRING", with: "string"), to: "s.ckdb")
    let before = try session.run(lint.filter { $0 != "--fix" })
    #expect(before.out.hasSuffix("2 warnings\n1 fixable with --fix\n"), "\(before)")
    let safe = try session.run(lint)
    #expect(
      safe.out.hasSuffix("1 warning\n1 fixed\n1 fixable with --fix --unsafe-fixes, which changes the schema\n"))
    #expect(try session.read("s.ckdb") == Self.text)
    let asked = try session.run(lint + ["--unsafe-fixes"])
    #expect(asked.status == 2)
    #expect(
      asked.err == """
        --- s.ckdb
        +++ s.ckdb
        @@ -1,5 +1,6 @@
         DEFINE SCHEMA
         RECORD TYPE Feed (
        +    "___recordID" REFERENCE QUERYABLE,
             title STRING QUERYABLE,
             count NUMBER,
             GRANT READ TO "_world",
        celestra-admin: error: cannot ask for confirmation: standard input is not a terminal; pass --yes to confirm:
        change the schema of s.ckdb by 1 fix?

        """)
    #expect(try session.read("s.ckdb") == Self.text)
    let run = try session.run(lint + ["--unsafe-fixes", "--yes"])
    #expect(run.status == 0 && run.out == "1 fixed\nno findings in 1 file\n")
    #expect(
      try session.read("s.ckdb")
        == Self.text.replacingOccurrences(
          of: "Feed (\n", with: "Feed (\n    \"___recordID\" REFERENCE QUERYABLE,\n"))
    #expect(try session.run("schema", "lint", "s.ckdb", "--unsafe-fixes").status == 64)
  }

  @Test("accepted findings are not fixed, and files that are not schemas are not changed")
  func notFixed() throws {
    let session = try Self.session()
    let accept = ["schema", "lint", "s.ckdb", "--accepted", "a.json"]
    _ = try session.run(accept + ["--accept", "--reason", "as shipped"])
    #expect(try session.run(accept + ["--fix", "--unsafe-fixes"]).out == "3 accepted\nno findings in 1 file\n")
    #expect(try session.read("s.ckdb") == Self.text)
    for text in ["<!DOCTYPE html>\n<p>RECORD TYPE</p>\n", "{\"a\": 1}\n", "CREATE TABLE t (a INT);\n"] {
      try session.write(text, to: "other")
      _ = try session.run("schema", "lint", "other", "--fix", "--unsafe-fixes", "--yes")
      #expect(try session.read("other") == text)
    }
  }

  @Test("acceptances belong to their file; one file's run neither judges nor removes another's")
  func acceptedFiles() throws {
    let session = try Self.session()
    try session.write(Self.text, to: "schema/t.ckdb")
    let accepted = ["--accepted", "schema/a.json"]
    let both = try session.run(
      ["schema", "lint", "s.ckdb", "schema/t.ckdb"] + accepted + ["--accept", "--reason", "as shipped"])
    #expect(both.out == "6 accepted\nno findings in 2 files\n")
    let file = try session.read("schema/a.json")
    #expect(file.contains("\"file\" : \"..\\/s.ckdb\"") || file.contains("\"file\" : \"../s.ckdb\""))
    #expect(file.contains("\"file\" : \"t.ckdb\""))
    #expect(try session.run(["schema", "lint", "s.ckdb"] + accepted).out == "3 accepted\nno findings in 1 file\n")
    try session.write(Self.text.replacingOccurrences(of: "NUMBER", with: "INT64"), to: "s.ckdb")
    let again = ["schema", "lint", "s.ckdb"] + accepted + ["--accept", "--reason", "again"]
    #expect(try session.run(again).out.contains("matches no finding [accepted-matches-nothing]"))
    #expect(try session.read("schema/a.json") == file)
    let prune = ["schema", "lint", "s.ckdb"] + accepted + ["--prune-accepted"]
    #expect(try session.run(prune).out == "2 accepted\nno findings in 1 file\n")
    #expect(try session.run(["schema", "lint", "schema/t.ckdb"] + accepted).out.hasPrefix("3 accepted\n"))
    #expect(
      try session.run("schema", "lint", "s.ckdb", "--accept").err.hasPrefix(
        "celestra-admin: error: --accept requires --reason TEXT: why the new findings are accepted, and --accepted FILE, "
          + "the file to write, unless the configuration names it\n"))
  }

  @Test("many findings follow a table of their rules")
  func table() throws {
    let session = try Session()
    let types = (0..<6).map { type in
      let fields = (0..<7).map { "    F\($0) \($0 < 3 ? "STRING" : "NUMBER"),\n" }.joined()
      return "RECORD TYPE T\(type) (\n\(fields)    GRANT READ TO \"_world\"\n);\n"
    }
    try session.write("DEFINE SCHEMA\n" + types.joined(), to: "s.ckdb")
    #expect(
      try session.run("schema", "lint", "s.ckdb", "--limit", "1").out.contains(
        """
        findings  severity  rule
               6  warning   field-name-case
               6  warning   number-type
               6  warning   recordid-not-queryable
        """))
    let first = "the field name 'F0' does not begin with a lowercase letter; also 'F1', 'F2', 'F3', 'F4' and 2 more"
    #expect(try session.run("schema", "lint", "s.ckdb").out.contains(first))
  }

  @Test("a folder names its schema files, and a pattern is left to the shell")
  func folders() throws {
    let session = try Session()
    for path in ["a.ckdb", "b/c.ckdb", "b/.d.ckdb", "b/e.txt"] { try session.write(Self.text, to: path) }
    func out(_ argument: String) throws -> String {
      try session.findings("schema", "lint", argument, "--select", "number-type")
    }
    let a = "a.ckdb:4:11: warning: 'count' has type NUMBER [number-type]\n"
    let c = "b/c.ckdb:4:11: warning: 'count' has type NUMBER [number-type]\n"
    #expect(try out("b") == c)
    #expect(try out(".") == "./" + a + "./" + c)
    #expect(
      try session.run("schema", "lint", "x*.ckdb").err
        == "celestra-admin: error: cannot read x*.ckdb: no such file; leave a pattern to the shell, without quotes, or "
        + "pass the folder\n")
    // A plan compares two files.
    #expect(try session.run("schema", "plan", "b", "a.ckdb").status == 2)
  }

  @Test(
    "a folder that cannot be read is named, not left out",
    .enabled(if: getuid() != 0, "the superuser may do everything"))
  func unreadableFolder() throws {
    let session = try Session()
    for path in ["b/c.ckdb", "b/d/e.ckdb"] { try session.write(Self.text, to: path) }
    let closed = session.path("b/d")
    try FileManager.default.setAttributes([.posixPermissions: 0], ofItemAtPath: closed)
    defer { try? FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: closed) }
    #expect(
      try session.run("schema", "lint", "b")
        == .init(
          status: 2, out: "", err: "celestra-admin: error: cannot read the folder b/d: check its permissions\n"))
  }

  @Test(
    "a rule of another command is named as such",
    arguments: [
      ("index-removed", "'index-removed' is not a rule of schema files; 'celestra-admin schema plan' checks it"),
      ("unused-index", "'unused-index' is not a rule of schema files; 'celestra-admin schema queries' checks it"),
      ("json-syntax", "'json-syntax' is not a rule of schema files; it applies to every json file"),
    ])
  func otherRules(id: String, message: String) throws {
    let session = try Self.session()
    #expect(
      try session.run("schema", "lint", "s.ckdb", "--select", id)
        == Session.Transcript(status: 2, out: "", err: "celestra-admin: error: \(message)\n"))
  }

  @Test("accepted findings are ignored; acceptances without a finding are reported")
  func accepted() throws {
    let session = try Self.session()
    let accept = ["schema", "lint", "s.ckdb", "--accepted", "a.json"]
    #expect(
      try session.run(accept + ["--accept", "--reason", "as shipped"]).out == "3 accepted\nno findings in 1 file\n")
    #expect(try session.run(accept + ["--fail-on", "info"]).status == 0)
    let file = try session.read("a.json")
    #expect(file.contains("\"subject\" : \"Feed:_icloud\"") && file.contains("\"reason\" : \"as shipped\""))
    try session.write(Self.text.replacingOccurrences(of: "NUMBER", with: "INT64"), to: "s.ckdb")
    #expect(
      try session.run(accept).out == """
        a.json: warning: accepted[1]: the acceptance of number-type of 'Feed.count' matches no finding \
        [accepted-matches-nothing]
          = remove the entry, or run the command again with --prune-accepted
        1 warning
        2 accepted

        """)
    // A mistake in the syntax hides findings, and removes no acceptances.
    try session.write(Self.text.replacingOccurrences(of: "NUMBER", with: "NUMBR"), to: "s.ckdb")
    let mistaken = try session.run(accept + ["--prune-accepted"])
    #expect(mistaken.status == 1 && !mistaken.out.contains("accepted-matches-nothing"))
    #expect(try session.read("a.json") == file)
    #expect(try session.run(accept + ["--accept"]).status == 64)
    #expect(try session.run("schema", "lint", "s.ckdb", "--prune-accepted").status == 64)
    try session.write("{}", to: "a.json")
    #expect(try session.run(accept).status == 2)
  }

  @Test("a mistake in the file of accepted findings is shown with its place")
  func acceptedMistakes() throws {
    let session = try Self.session()
    try session.write(
      #"{"accepted":[{"rule":"r","subject":"s","reason":"x","expire":"2026-01-01"}]}"#, to: "a.json")
    let run = try session.run("schema", "lint", "s.ckdb", "--accepted", "a.json")
    #expect(run.status == 2)
    #expect(run.err.contains("a.json:1:53: error: accepted[0].expire: unknown key [unknown-key]\n"))
    #expect(run.err.contains("did you mean 'expires'?\n"))
  }

  @Test("the project's own schemas have no findings")
  func own() throws {
    let session = try Session(copying: "schema")
    let run = try session.run(
      "schema", "lint", "schema/celestra.ckdb", "schema/celestrakit.ckdb", "--fail-on", "info")
    #expect(run == Session.Transcript(status: 0, out: "1 suppressed\nno findings in 2 files\n", err: ""))
  }

  @Test("rules lists all rules, explains one, and suggests a name for an unknown one")
  func catalog() throws {
    let session = try Session()
    #expect(
      try session.run("rules").out.contains(
        "\nschema lint\n  authenticated-write  "))
    #expect(
      try session.run("rules").out.contains(
        "  world-write                         error    anyone can change or delete records\n"))
    #expect(
      try session.run("rules", "number-type").out == """
        number-type: a field has type NUMBER
        warning; evidence: documented

        Why: Apple advises against NUMBER in new fields: INT64 and DOUBLE state which kind of number a field holds.
        Source: Apple, "Integrating a Text-Based Schema into Your Workflow", Types
        Remedy: Use INT64 or DOUBLE if the field is not in production yet.

        Bad:
            DEFINE SCHEMA
            RECORD TYPE T (
              "___recordID" REFERENCE QUERYABLE,
              count NUMBER,
              GRANT READ TO "_world"
            );

        Good:
            DEFINE SCHEMA
            RECORD TYPE T (
              "___recordID" REFERENCE QUERYABLE,
              count INT64,
              GRANT READ TO "_world"
            );

        """)
    #expect(
      try session.run("rules", "world-writ")
        == Session.Transcript(
          status: 2, out: "",
          err: "celestra-admin: error: unknown rule 'world-writ'; did you mean world-write?\n"))
  }
}
