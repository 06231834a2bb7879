import Foundation
import TestEnvironment
import Testing

@Suite("celestra-admin schema plan")
struct SchemaPlanCommandTests {
  private static let old = """
    DEFINE SCHEMA
    RECORD TYPE Feed (
      title STRING QUERYABLE,
      gone  BYTES,
      GRANT READ TO "_world"
    );

    """
  private static let new = """
    DEFINE SCHEMA
    RECORD TYPE Feed (
      title STRING,
      GRANT READ, WRITE TO "_world"
    );

    """

  private static func session() throws -> Session {
    let session = try Session()
    try session.write(old, to: "old.ckdb")
    try session.write(new, to: "new.ckdb")
    try session.write("DEFINE SCHEMA RECORD TYPE T (", to: "bad.ckdb")
    return session
  }

  @Test("a plan tells findings, steps with recipes, and totals")
  func text() throws {
    let run = try Self.session().run("schema", "plan", "--from", "old.ckdb", "--to", "new.ckdb", "--policy", "client")
    #expect(
      run
        == Session.Transcript(
          status: 1,
          out: """
            old.ckdb:4:3: error: Feed.gone, BYTES in old.ckdb, is not in new.ckdb [field-removed]
             4 |   gone  BYTES,
               |   ^~~~
               = keep the line and mark it as deprecated; production refuses the schema without it
            new.ckdb:2:13: note: to be without it
             2 | RECORD TYPE Feed (
               |             ^~~~
            new.ckdb:3:3: error: Feed.title is QUERYABLE in old.ckdb and not in new.ckdb [index-removed]
             3 |   title STRING,
               |   ^~~~~
               = write QUERYABLE again while a shipped app may query or sort by title
            old.ckdb:3:3: note: as it is live
             3 |   title STRING QUERYABLE,
               |   ^~~~~
            2 errors

            from old.ckdb to new.ckdb

            grants
              widens access  Feed: "_world" may READ → READ, WRITE
                anyone may WRITE, which it could not

            removals
              refused  Feed.gone: removed, was BYTES
                production keeps every field: removing one would lose its values
                1. Keep the line `gone BYTES` in Feed and mark it `// DEPRECATED`.
                2. Ship versions of the apps and jobs that neither read nor write Feed.gone.
                3. Leave the line where it is: a field nobody writes costs nothing.
              risky  Feed.title: QUERYABLE → no index
                apps whose queries need QUERYABLE of Feed.title will fail

            3 steps: 1 refused in production, 1 risky for shipped apps, 1 widens access; by the policy client it may \
            not be deployed

            """, err: ""))
  }

  @Test("single differences are approved by what they change, until that is another change or is done")
  func accepted() throws {
    let session = try Self.session()
    func plan(_ to: String, _ more: String...) throws -> Session.Transcript {
      try session.run(
        ["schema", "plan", "--from", "old.ckdb", "--to", to, "--policy", "client", "--accepted", "a.json"] + more)
    }
    #expect(try plan("new.ckdb").status == 2)
    let accepted = try plan("new.ckdb", "--security", "--accept", "--reason", "agreed")
    #expect(accepted.status == 0)
    #expect(accepted.out.contains("  refused  Feed.gone: removed, was BYTES, accepted\n"))
    #expect(
      accepted.out.hasSuffix("3 steps: 3 accepted; by the policy client with security it may be deployed\n"))
    let file = try String(contentsOfFile: session.path("a.json"), encoding: .utf8)
    #expect(file.contains("\"from\" : \"READ\"") && file.contains("\"to\" : \"READ, WRITE\""))
    // Access is not asked about here: its entry is for other runs.
    #expect(try plan("new.ckdb").status == 0)
    // The same field with another type, and an index that is still there.
    try session.write(Self.new.replacingOccurrences(of: "STRING", with: "STRING QUERYABLE"), to: "other.ckdb")
    try session.write(Self.old.replacingOccurrences(of: "BYTES", with: "ASSET"), to: "old.ckdb")
    let other = try plan("other.ckdb", "--format", "concise")
    #expect(other.status == 1)
    #expect(
      other.out == """
        old.ckdb:4:3: error: Feed.gone, ASSET in old.ckdb, is not in other.ckdb [field-removed]
        a.json: warning: accepted[0]: the acceptance of field-removed of 'Feed.gone' matches no finding \
        [accepted-matches-nothing]
        a.json: warning: accepted[2]: the acceptance of index-removed of 'Feed.title' matches no finding \
        [accepted-matches-nothing]

        """)
    // Lint has nothing to say of what a plan accepts.
    let lint = try session.run("schema", "lint", "other.ckdb", "--accepted", "a.json", "--format", "concise")
    #expect(!lint.out.contains("a.json"))
  }

  @Test("an approval ends on its day, as of the day that is given")
  func expiry() throws {
    let session = try Self.session()
    let plan = ["schema", "plan", "--from", "old.ckdb", "--to", "new.ckdb", "--accepted", "a.json"]
    #expect(try session.run(plan + ["--accept", "--reason", "agreed"]).status == 0)
    let text = try String(contentsOfFile: session.path("a.json"), encoding: .utf8)
    try session.write(
      text.replacingOccurrences(of: "\"fingerprint\"", with: "\"expires\" : \"2026-11-21\", \"fingerprint\""),
      to: "a.json")
    #expect(try session.run(plan + ["--as-of", "2026-11-21"]).status == 0)
    let late = try session.run(plan + ["--as-of", "2026-11-22"])
    #expect(late.status == 1 && late.out.contains("'Feed.gone' expired on 2026-11-21 [expired-acceptance]"))
  }

  @Test("the exit code says what the totals say")
  func status() throws {
    let session = try Self.session()
    func plan(_ from: String, _ to: String, _ more: String...) throws -> Session.Transcript {
      try session.run(["schema", "plan", "--from", from, "--to", to] + more)
    }
    #expect(
      try plan("old.ckdb", "old.ckdb")
        == Session.Transcript(
          status: 0, out: "nothing to deploy: old.ckdb and old.ckdb mean the same\n", err: ""))
    let back = try plan("new.ckdb", "old.ckdb")
    #expect(back.status == 0)
    #expect(back.out.hasSuffix("by the policy deploy it may be deployed\n"))
    try session.write(Self.old.replacingOccurrences(of: "READ TO", with: "READ, CREATE TO"), to: "open.ckdb")
    #expect(try plan("old.ckdb", "open.ckdb").status == 0)
    #expect(try plan("old.ckdb", "open.ckdb", "--security").status == 1)
    #expect(try plan("old.ckdb", "bad.ckdb").status == 2)
    #expect(try plan("old.ckdb", "new.ckdb", "--policy", "none").status == 64)
    let json = try plan("old.ckdb", "new.ckdb", "--format", "json")
    #expect(json.status == 1 && json.out.contains("\"mayDeploy\" : false") && json.out.contains("\"recipe\" : ["))
  }

  @Test(
    "real histories give plans that people can read, whole",
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
      // Without comments: code frames show lines, and other people's prose is not kept here.
      let text = try String(contentsOf: Corpus.folder("ckdb").appending(path: file), encoding: .utf8)
      try session.write(text.replacing(#/ *\/\/.*/#, with: ""), to: copy)
    }
    let run = try session.run("schema", "plan", "--from", "old.ckdb", "--to", "new.ckdb", "--policy", "client")
    let snapshot = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/Plans/\(name).txt")
    if ProcessInfo.processInfo.environment["CELESTRA_RECORD"] != nil {
      try Data(run.description.utf8).write(to: snapshot)
    }
    #expect(run.description == (try String(contentsOf: snapshot, encoding: .utf8)))
  }

  @Test("an older schema against the shipped ones is refused, with a recipe for every loss")
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
      let run = try session.run("schema", "plan", "--from", "older.ckdb", "--to", target)
      #expect(run.status == 1)
      #expect(run.err.isEmpty)
      let lines = run.out.split(separator: "\n")
      let refused = lines.count { $0.hasPrefix("  refused  ") }
      #expect(refused > 0)
      #expect(lines.count { $0.hasPrefix("    1. Keep ") } == refused)
    }
  }
}
