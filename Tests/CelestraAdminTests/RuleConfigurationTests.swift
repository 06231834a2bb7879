import Foundation
import Testing

@Suite("Configured rules, policy and paths")
struct RuleConfigurationTests {
  private static let schema = """
    DEFINE SCHEMA
    RECORD TYPE Feed (
        "___recordID" REFERENCE QUERYABLE,
        title STRING QUERYABLE,
        count NUMBER,
        GRANT READ TO "_world",
        GRANT READ TO "_world"
    );

    """

  private static func session(_ configuration: String) throws -> Session {
    let session = try Session()
    // A repository root ends the search for files.
    try session.write("", to: ".git/HEAD")
    try session.write(schema, to: "s.ckdb")
    try session.write(configuration, to: ".celestra-admin.yaml")
    return session
  }

  private static func findings(_ session: Session, _ arguments: String...) throws -> [String] {
    try session.findings(arguments).split(separator: "\n").map { line in
      String(line.split(separator: " ", maxSplits: 1).last ?? "")
    }
  }

  @Test("lint follows the configured severities and options, and flags override them")
  func lint() throws {
    let session = try Self.session(
      "rules:\n  number-type: error\n  duplicate-grant: off\n  missing-type-doc: info\n  index-bloat: {limit: 1}\n")
    let found = [
      "warning: 'Feed' has 2 indexes [index-bloat]", "info: the record type 'Feed' has no comment [missing-type-doc]",
      "error: 'count' has type NUMBER [number-type]",
    ]
    #expect(try Self.findings(session, "schema", "lint", "s.ckdb") == found)
    #expect(try session.run("schema", "lint", "s.ckdb").status == 1)
    #expect(try session.run("schema", "lint", "s.ckdb", "--fail-on", "never").status == 0)
    #expect(try session.run("schema", "lint", "s.ckdb", "--ignore", "number-type").status == 0)
    #expect(try Self.findings(session, "schema", "lint", "s.ckdb", "--select", "duplicate-grant").count == 1)
    try session.write("", to: "none.yaml")
    #expect(try Self.findings(session, "schema", "lint", "s.ckdb", "--config", "none.yaml").count == 2)
  }

  @Test("validate follows the configured severities")
  func validate() throws {
    let off = try Self.session("rules: {duplicate-grant: off}")
    #expect(try off.run("schema", "validate", "s.ckdb").out == "s.ckdb: valid, 1 record type\n")
    let error = try Self.session("rules: {duplicate-grant: error}").run("schema", "validate", "s.ckdb")
    #expect(error.status == 1 && error.out.hasSuffix("s.ckdb: invalid, 1 record type\n"))
  }

  @Test("queries follow the configured severities and manifest")
  func queries() throws {
    let session = try Self.session("queries: q.json\nrules: {unserved-sort: warning, unused-index: off}\n")
    try session.write(
      """
      {"queries": [{"schema": "s", "name": "n", "recordType": "Feed", "filters": [],
       "sort": [{"field": "count", "order": "ascending"}]}]}
      """, to: "q.json")
    #expect(
      try Self.findings(session, "schema", "queries", "s.ckdb") == [
        "warning: queries[0]: query 'n': sorting needs Feed.count to be SORTABLE [unserved-sort]"
      ])
    #expect(try session.run("schema", "queries", "s.ckdb").status == 0)
    #expect(try session.run("schema", "queries", "s.ckdb", "--queries", "none.json").status == 2)
  }

  @Test("plan follows the configured policy, security and severities, and flags override them")
  func plan() throws {
    let session = try Self.session("policy: client\nsecurity: true\nrules: {field-added: warning}\n")
    try session.write(
      Self.schema.replacingOccurrences(of: "QUERYABLE,\n    count", with: ",\n    more STRING,\n    count")
        .replacingOccurrences(of: "READ TO", with: "READ, CREATE TO"), to: "new.ckdb")
    func plan(_ more: String...) throws -> [String] {
      try session.findings(["schema", "plan", "s.ckdb", "new.ckdb"] + more)
        .split(separator: "\n").map { String($0.split(separator: "[").last ?? "") }
    }
    #expect(try plan() == ["grant-widened]", "index-removed]"])
    #expect(try plan("--no-security") == ["index-removed]"])
    #expect(try plan("--policy", "deploy") == ["grant-widened]"])
    #expect(try plan("--policy", "source") == ["grant-widened]", "index-removed]", "field-added]"])
  }

  @Test("the configuration names the file of accepted findings, which is created when needed")
  func accepted() throws {
    let session = try Self.session("accepted: known.json\n")
    #expect(try Self.findings(session, "schema", "lint", "s.ckdb").count == 2)
    #expect(try session.run("schema", "lint", "s.ckdb", "--accept", "--reason", "old").status == 0)
    #expect(try session.run("schema", "lint", "s.ckdb").out == "2 accepted\nno findings in 1 file\n")
    #expect(try session.run("schema", "lint", "s.ckdb", "--accepted", "none.json").status == 2)
    // Acceptances of rules that are not run belong to other runs.
    #expect(try session.run("schema", "lint", "s.ckdb", "--ignore", "number-type").out.contains("1 accepted\n"))
  }

  @Test("a mistake in the configuration is reported before anything is done")
  func mistakes() throws {
    let run = try Self.session("rules: {nmber-type: off}\n").run("schema", "lint", "s.ckdb")
    #expect(
      run
        == Session.Transcript(
          status: 2, out: "",
          err: """
            celestra-admin: error: the configuration has errors
            .celestra-admin.yaml:1:9: error: unknown rule 'nmber-type' [unknown-key]
             1 | rules: {nmber-type: off}
               |         ^~~~~~~~~~
               = did you mean number-type?
             1 + rules: {number-type: off}
            1 error

            """))
  }
}
