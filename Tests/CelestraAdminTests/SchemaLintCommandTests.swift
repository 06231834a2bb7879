import Foundation
import Testing

@Suite("celestra-admin schema lint, rules, and explain")
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
            s.ckdb:2:13: warning: 'Feed' cannot be listed: its ___recordID is not QUERYABLE [recordid-not-queryable]
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
      try session.run("schema", "lint", "s.ckdb", "--max-findings", "0").out
        == "3 warnings; 3 hidden by --max-findings\n")
    #expect(
      try session.run("schema", "lint", "s.ckdb", "--ignore", "number-type", "--select", "number").out
        == "no findings in 1 file\n")
    #expect(
      try session.run("schema", "lint", "s.ckdb", "--select", "nmber-type")
        == Session.Transcript(
          status: 2, out: "",
          err: "celestra-admin: error: unknown rule 'nmber-type'; did you mean number-type?\n"))
  }

  @Test("--fix applies safe fixes and reports the remaining findings")
  func fix() throws {
    let session = try Self.session()
    let run = try session.run("schema", "lint", "s.ckdb", "--fix", "--ignore", "authenticated", "--ignore", "number")
    #expect(run == Session.Transcript(status: 0, out: "1 fixed\nno findings in 1 file\n", err: ""))
    #expect(
      try String(contentsOfFile: session.path("s.ckdb"), encoding: .utf8)
        == Self.text.replacingOccurrences(
          of: "Feed (\n", with: "Feed (\n    \"___recordID\" REFERENCE QUERYABLE,\n"))
  }

  @Test("accepted findings are ignored; acceptances without a finding are reported")
  func accepted() throws {
    let session = try Self.session()
    let accept = ["schema", "lint", "s.ckdb", "--accepted", "a.json"]
    #expect(
      try session.run(accept + ["--accept", "--reason", "as shipped"]).out == "3 accepted\nno findings in 1 file\n")
    #expect(try session.run(accept + ["--fail-on", "info"]).status == 0)
    let file = try String(contentsOfFile: session.path("a.json"), encoding: .utf8)
    #expect(file.contains("\"subject\" : \"Feed:_icloud\"") && file.contains("\"reason\" : \"as shipped\""))
    try session.write(Self.text.replacingOccurrences(of: "NUMBER", with: "INT64"), to: "s.ckdb")
    #expect(
      try session.run(accept).out == """
        a.json: warning: accepted[1]: the acceptance of number-type of 'Feed.count' matches no finding \
        [accepted-matches-nothing]
          = Remove the entry, or run the command again with --accept.
        1 warning
        2 accepted

        """)
    #expect(try session.run(accept + ["--accept"]).status == 64)
    try session.write("{}", to: "a.json")
    #expect(try session.run(accept).status == 2)
  }

  @Test("the project's own schemas have no findings")
  func own() throws {
    let session = try Session()
    try session.copy("schema")
    let run = try session.run(
      "schema", "lint", "schema/celestra.ckdb", "schema/celestrakit.ckdb", "--fail-on", "info")
    #expect(run == Session.Transcript(status: 0, out: "8 suppressed\nno findings in 2 files\n", err: ""))
  }

  @Test("rules lists all rules; explain explains one and suggests a name for an unknown one")
  func catalogue() throws {
    let session = try Session()
    #expect(
      try session.run("schema", "rules").out.contains(
        "world-write                 error    anyone can change or delete records\n"))
    #expect(
      try session.run("schema", "explain", "number-type").out == """
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
      try session.run("schema", "explain", "world-writ")
        == Session.Transcript(
          status: 2, out: "",
          err: "celestra-admin: error: unknown rule 'world-writ'; did you mean world-write?\n"))
  }
}
