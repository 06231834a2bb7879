import Foundation
import TestEnvironment
import Testing

@Suite("celestra-admin schema plan")
struct SchemaPlanCommandTests {
  private static func session() throws -> Session {
    let session = try Session()
    try session.write(PlannedSchemas.old, to: "old.ckdb")
    try session.write(PlannedSchemas.new, to: "new.ckdb")
    try session.write("DEFINE SCHEMA RECORD TYPE T (", to: "bad.ckdb")
    return session
  }

  @Test(
    "a plan shows each step once, with its findings and recipe, and totals")
  func text() throws {
    let run = try Self.session().run(["schema", "plan", "--policy", "client", "old.ckdb", "new.ckdb"])
    #expect(
      run
        == Session.Transcript(
          status: 1,
          out: """
            from old.ckdb to new.ckdb

            grants
              widens access  Feed: "_world" may READ → READ, WRITE
                anyone gains WRITE

            removals
              refused  Feed.gone: removed, was BYTES
                production keeps every field; removing one would lose its values
                new.ckdb:2:13: error [field-removed]
                1. Keep the line `gone BYTES` in Feed and mark it `// DEPRECATED`.
                2. Ship apps and jobs that neither read nor write Feed.gone.
              risky  Feed.title: QUERYABLE → no index
                app queries that need QUERYABLE on Feed.title will fail
                new.ckdb:3:3: error [index-removed]

            3 steps: 1 refused in production, 1 risky for shipped apps, 1 widens access; not deployable \
            (policy: client)

            """, err: ""))
  }

  /// Both schemas without the removal that CloudKit refuses.
  private static func keeping() throws -> Session {
    let session = try session()
    let new = PlannedSchemas.new.replacing("  title STRING,\n", with: "  title STRING,\n  gone BYTES,\n")
    try session.write(new, to: "new.ckdb")
    return session
  }

  @Test("an acceptance covers one rule and subject, and is silent once the step is deployed")
  func accepted() throws {
    let session = try Self.keeping()
    func plan(_ from: String, _ more: String...) throws -> Session.Transcript {
      try session.run(
        ["schema", "plan", from, "new.ckdb", "--policy", "client", "--accepted", "a.json"] + more)
    }
    #expect(try plan("old.ckdb").status == 2)
    let accepted = try plan("old.ckdb", "--security", "--accept", "--reason", "agreed")
    #expect(accepted.status == 0)
    #expect(accepted.out.contains("  risky  Feed.title: QUERYABLE → no index, accepted\n"))
    #expect(accepted.out.hasSuffix("2 steps: 2 accepted; deployable (policy: client, security)\n"))
    // Without --security, acceptances of wider access are ignored.
    #expect(try plan("old.ckdb").status == 0)
    // Another field loses its index.
    try session.write(
      PlannedSchemas.old.replacing("gone  BYTES", with: "gone BYTES,\n  more STRING QUERYABLE"), to: "old.ckdb")
    let text = try session.read("new.ckdb").replacing("gone BYTES", with: "gone BYTES,\n  more STRING")
    try session.write(text, to: "new.ckdb")
    let other = try plan("old.ckdb")
    #expect(other.status == 1 && other.out.contains("risky  Feed.more: QUERYABLE → no index\n"), "\(other)")
    #expect(other.out.contains("risky  Feed.title: QUERYABLE → no index, accepted\n"))
    // Once deployed, the steps no longer occur.
    let deployed = try plan("new.ckdb")
    #expect(deployed.out == "nothing to deploy: new.ckdb and new.ckdb have the same schema\n")
    // Lint ignores the acceptances of plans.
    #expect(try !session.run("schema", "lint", "new.ckdb", "--accepted", "a.json").out.contains("a.json"))
    #expect(try plan("new.ckdb", "--prune-accepted").status == 0)
    #expect(try !session.read("a.json").contains("index-removed"))
  }

  @Test("what CloudKit refuses is neither accepted nor turned off, and each format reports it as an error")
  func enforced() throws {
    let session = try Self.session()
    try session.write(PlannedSchemas.new.replacing("STRING", with: "STRING QUERYABLE,\n  gone ASSET"), to: "new.ckdb")
    let plan = ["schema", "plan", "old.ckdb", "new.ckdb"]
    let accepting = try session.run(plan + ["--accepted", "a.json", "--accept", "--reason", "agreed"])
    #expect(accepting.status == 1)
    #expect(accepting.out.contains("  refused  Feed.gone: BYTES → ASSET\n"))
    let file = try session.read("a.json")
    #expect(!file.contains("field-type-changed"))
    let github = try session.run(plan + ["--format", "github"]).out
    #expect(github.hasPrefix("::error file=new.ckdb,line=4,col=3,") && github.hasSuffix("\n1 error, 1 note\n"))
    let markdown = try session.run(plan + ["--format", "markdown"]).out
    #expect(
      markdown.hasPrefix(
        """
        <!-- celestra-admin schema plan -->
        ### `schema plan`: 2 steps: 1 refused in production, 1 widens access; not deployable (policy: deploy)

        |  | step | why | finding |
        | --- | --- | --- | --- |
        | refused | Feed.gone: BYTES → ASSET | a field in production keeps its type, so that no value is lost | \
        new.ckdb:4:3: error \\[field-type-changed\\] |
        | widens access | Feed: "\\_world" may READ → READ, WRITE | anyone gains WRITE |  |

        **Feed.gone: BYTES → ASSET**

        1. Keep the line `gone BYTES` in Feed,
        """.dropLast()), "\(markdown)")
    try session.write("rules: {field-type-changed: off}\n", to: ".celestra-admin.yaml")
    let off = try session.run(plan)
    #expect(off.status == 2 && off.err.contains("field-type-changed"), "\(off)")
  }

  @Test("an earlier acceptance of what CloudKit refuses has no effect")
  func refusedAcceptance() throws {
    let session = try Self.session()
    try session.write(
      #"{"accepted":[{"rule":"field-removed","subject":"Feed.gone","reason":"agreed"}]}"#,
      to: "a.json")
    let plan = ["schema", "plan", "old.ckdb", "new.ckdb", "--accepted", "a.json"]
    #expect(try session.run(plan).status == 1)
    #expect(
      try session.findings(plan) == """
        new.ckdb:2:13: error: Feed.gone (BYTES) is in old.ckdb but not in new.ckdb [field-removed]
        a.json: warning: accepted[0]: the acceptance of field-removed of 'Feed.gone' has no effect: CloudKit refuses \
        the change [accepted-matches-nothing]

        """)
  }

  @Test("an acceptance expires after its last day, as of --as-of")
  func expiry() throws {
    let session = try Self.keeping()
    let plan = ["schema", "plan", "old.ckdb", "new.ckdb", "--policy", "client", "--accepted", "a.json"]
    #expect(try session.run(plan + ["--accept", "--reason", "agreed"]).status == 0)
    let text = try session.read("a.json")
    try session.write(
      text.replacingOccurrences(of: "\"rule\"", with: "\"expires\" : \"2026-11-21\", \"rule\""),
      to: "a.json")
    #expect(try session.run(plan + ["--as-of", "2026-11-21"]).status == 0)
    let late = try session.run(plan + ["--as-of", "2026-11-22"])
    #expect(late.status == 1 && late.out.contains("'Feed.title QUERYABLE' expired on 2026-11-21 [expired-acceptance]"))
  }

  @Test("the exit code matches the totals")
  func status() throws {
    let session = try Self.session()
    func plan(_ from: String, _ to: String, _ more: String...) throws -> Session.Transcript {
      try session.run(["schema", "plan", from, to] + more)
    }
    #expect(
      try plan("old.ckdb", "old.ckdb")
        == Session.Transcript(
          status: 0, out: "nothing to deploy: old.ckdb and old.ckdb have the same schema\n", err: ""))
    let back = try plan("new.ckdb", "old.ckdb")
    #expect(back.status == 0)
    #expect(back.out.hasSuffix("deployable (policy: deploy)\n"))
    try session.write(PlannedSchemas.old.replacingOccurrences(of: "READ TO", with: "READ, CREATE TO"), to: "open.ckdb")
    #expect(try plan("old.ckdb", "open.ckdb").status == 0)
    #expect(try plan("old.ckdb", "open.ckdb", "--security").status == 1)
    #expect(try plan("old.ckdb", "bad.ckdb").status == 2)
    #expect(try plan("old.ckdb", "new.ckdb", "--policy", "none").status == 64)
    let json = try plan("old.ckdb", "new.ckdb", "--format", "json")
    #expect(json.status == 1 && json.out.contains("\"mayDeploy\" : false") && json.out.contains("\"recipe\" : ["))
  }

  @Test(
    "plans of real schema histories match their snapshots",
    .enabled(if: Corpus.has("ckdb"), "\(Corpus.absence)"),
    arguments: [
      ("CelestraCloud", "brightdigit__CelestraCloud__schema@175ea2d8.ckdb", "brightdigit__CelestraCloud__schema.ckdb"),
      (
        "BushelCloud", "brightdigit__BushelCloud__schema@eaa12dec.ckdb", "brightdigit__BushelCloud__schema.ckdb"
      ),
    ])
  func snapshots(name: String, old: String, new: String) throws {
    let session = try Session()
    for (file, copy) in [(old, "old.ckdb"), (new, "new.ckdb")] {
      // Without comments, which code frames would show.
      let text = try String(contentsOf: Corpus.folder("ckdb").appending(path: file), encoding: .utf8)
      try session.write(text.replacing(#/ *\/\/.*/#, with: ""), to: copy)
    }
    let run = try session.run("schema", "plan", "old.ckdb", "new.ckdb", "--policy", "client")
    let snapshot = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/Plans/\(name).txt")
    if ProcessInfo.processInfo.environment["CELESTRA_RECORD"] != nil {
      try Data(run.description.utf8).write(to: snapshot)
    }
    #expect(run.description == (try String(contentsOf: snapshot, encoding: .utf8)))
  }

  @Test("plans from an older schema to the shipped ones are refused, with a recipe per removal")
  func older() throws {
    let session = try Session()
    try session.write(
      """
      DEFINE SCHEMA
      RECORD TYPE PublicFeed ( feedURL BYTES, legacyRank INT64 QUERYABLE, GRANT READ TO "_world" );
      RECORD TYPE Feed ( feedURL INT64, legacyRank INT64 QUERYABLE, GRANT READ TO "_world" );
      RECORD TYPE Legacy ( note STRING );
      """, to: "older.ckdb")
    try session.copy("schema")
    for target in ["schema/celestrakit.ckdb", "schema/celestra.ckdb"] {
      let run = try session.run("schema", "plan", "older.ckdb", target)
      #expect(run.status == 1)
      #expect(run.err.isEmpty)
      let lines = run.out.split(separator: "\n")
      let refused = lines.count { $0.hasPrefix("  refused  ") }
      #expect(refused > 0)
      #expect(lines.count { $0.hasPrefix("    1. Keep ") } == refused)
    }
  }

  /// The shipped schema without the types of private databases, as it was before it held the whole container.
  private static func publicTypesOnly() throws -> String {
    let text = try String(contentsOf: Session.root.appending(path: "schema/celestra.ckdb"), encoding: .utf8)
    return text.replacing(#/ *RECORD TYPE User\w+ \([\s\S]*?\n {4}\);\n/#, with: "")
  }

  @Test("the types of private databases can be added at any time, and production refuses a schema without them")
  func privateTypes() throws {
    let session = try Session(copying: "schema")
    try session.write(try Self.publicTypesOnly(), to: "former.ckdb")
    let added = try session.run(
      "schema", "plan", "former.ckdb", "schema/celestra.ckdb", "--policy", "client", "--security")
    #expect(added.status == 0, "\(added)")
    #expect(added.out.hasSuffix("4 steps: 4 allowed; deployable (policy: client, security)\n"))
    let removed = try session.run("schema", "plan", "schema/celestra.ckdb", "former.ckdb")
    #expect(removed.status == 1)
    for type in ["UserReadState", "UserStarred", "UserSubscription", "UserPreferences"] {
      #expect(removed.out.contains("  refused  \(type): removed\n"), "\(removed)")
    }
    let reason = "    a record type can never be removed from production, even one used only in private databases\n"
    #expect(removed.out.components(separatedBy: reason).count == 2)
  }

  @Test("a local container of the former schema gains the types of private databases and keeps its records")
  func privateTypesOfContainer() throws {
    let session = try Session(copying: "schema", "seed")
    try session.write(try Self.publicTypesOnly(), to: "former.ckdb")
    #expect(try session.run("seed", "--as-of", "2026-11-21", "--schema", "former.ckdb").status == 0)
    let records = try session.contents()
    #expect(records.count > 200)
    #expect(try session.run("feeds", "list", "--limit", "1").status == 0)
    #expect(try session.run("seed", "--as-of", "2026-11-21").status == 0)
    #expect(try session.contents() == records)
    #expect(try session.sqlite("SELECT count(*) FROM UserReadState") == ["0"])
  }
}
