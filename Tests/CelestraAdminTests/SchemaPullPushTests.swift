import Foundation
import Testing

@Suite("celestra-admin schema pull and push")
struct SchemaPullPushTests {
  private static let local = """
    DEFINE SCHEMA
    // A feed.
    RECORD TYPE Feed (
      title STRING, // as shown
      gone INT64 // soon
    );

    """
  private static let live = """
    DEFINE SCHEMA

        RECORD TYPE Feed (
            "___recordID" REFERENCE QUERYABLE,
            title         STRING
        );

    """

  /// Returns a session whose `xcrun` exports `live` from both environments.
  private static func session() throws -> Session {
    let session = try Session()
    try session.write(local, to: "a.ckdb")
    for environment in ["development", "production"] { try session.write(live, to: "\(environment).ckdb") }
    try session.write("", to: ".git/HEAD")
    try session.installXcrun()
    session.setLiveVariables(container: "iCloud.x", token: "secret-token")
    return session
  }

  private static func contents(_ name: String, in session: Session) throws -> String { try session.contents(name) }

  private static let call = "--team-id TEAM --container-id iCloud.x --environment"

  @Test("a pull keeps comments and backs up the file; a second pull changes nothing")
  func pull() throws {
    let session = try Self.session()
    #expect(
      try session.run("schema", "pull", "a.ckdb", "--environment", "production")
        == Session.Transcript(
          status: 0,
          out: """
            record type Feed
              ~ ___recordID: no index → QUERYABLE
              - gone INT64
            0 added, 1 removed, 1 modified
            updated a.ckdb from production of iCloud.x via cktool: kept 2 comments, dropped 1 of removed declarations; \
            the previous file is a.ckdb.bak

            """, err: ""))
    #expect(try Self.contents("a.ckdb.bak", in: session) == Self.local)
    let pulled = try Self.contents("a.ckdb", in: session)
    #expect(
      pulled == """
        DEFINE SCHEMA

            // A feed.
            RECORD TYPE Feed (
                "___recordID" REFERENCE QUERYABLE,
                title         STRING // as shown
            );

        """)
    #expect(
      try session.run("schema", "pull", "a.ckdb").out
        == "no change: a.ckdb already matches development of iCloud.x via cktool\n")
    #expect(try Self.contents("a.ckdb", in: session) == pulled)
    #expect(
      try Self.contents("calls", in: session) == """
        cktool export-schema \(Self.call) production --output-file FILE
        cktool export-schema \(Self.call) development --output-file FILE

        """)
  }

  @Test("a pull creates a file and keeps earlier backups")
  func copies() throws {
    let session = try Self.session()
    #expect(try session.run("schema", "pull", "new.ckdb").status == 0)
    #expect(try Self.contents("new.ckdb", in: session) == Self.live)
    try session.write("older", to: "a.ckdb.bak")
    #expect(try session.run("schema", "pull", "a.ckdb", "--format", "json").out.contains("\"a.ckdb.bak.2\""))
    #expect(try Self.contents("a.ckdb.bak", in: session) == "older")
  }

  @Test("a push validates the file, backs up the container's schema, and changes nothing twice")
  func push() throws {
    let session = try Self.session()
    let run = try session.run("schema", "push", "a.ckdb", "--yes")
    #expect(
      run
        == Session.Transcript(
          status: 0,
          out: """
            record type Feed
              ~ ___recordID: QUERYABLE → no index
              + gone INT64
            1 added, 0 removed, 1 modified
            updated development of iCloud.x from a.ckdb via cktool; the previous schema is a.ckdb.development.bak

            """, err: ""))
    #expect(try Self.contents("a.ckdb.development.bak", in: session) == Self.live)
    #expect(
      try session.run("schema", "push", "a.ckdb", "--yes").out
        == "no change: development of iCloud.x already matches a.ckdb (via cktool)\n")
    #expect(
      try Self.contents("calls", in: session) == """
        cktool export-schema \(Self.call) development --output-file FILE
        cktool export-schema \(Self.call) production --output-file FILE
        cktool export-schema \(Self.call) development --output-file FILE
        cktool validate-schema \(Self.call) development --file FILE
        cktool import-schema \(Self.call) development --file FILE
        cktool export-schema \(Self.call) development --output-file FILE
        cktool export-schema \(Self.call) development --output-file FILE
        cktool export-schema \(Self.call) production --output-file FILE

        """)
  }

  @Test("a push leaves CloudKit's own record types alone")
  func systemTypes() throws {
    let session = try Self.session()
    try session.write(Self.local + "RECORD TYPE Users ( roles LIST<INT64> );\n", to: "development.ckdb")
    #expect(
      try session.run("schema", "push", "a.ckdb", "--yes").out
        == "no change: development of iCloud.x already matches a.ckdb (via cktool)\n")
  }

  @Test("xcrun can be ended by a signal, and --timeout ends it and the programs it started")
  func ends() throws {
    let session = try Self.session()
    try session.write("", to: "ending")
    let ended = try session.run("schema", "push", "a.ckdb", "--yes")
    #expect(ended.status == 2 && ended.err.contains("cktool validate-schema for iCloud.x failed with exit code 143"))
    #expect(try !Self.contents("calls", in: session).contains("not ended"))
    try session.write("", to: "hanging")
    #expect(
      try session.run("schema", "pull", "a.ckdb", "--timeout", "0.2")
        == Session.Transcript(
          status: 2, out: "",
          err: """
            celestra-admin: error: stopped 'xcrun cktool export-schema', which did not finish within 0.2 seconds

            """))
    #expect(try Self.contents("a.ckdb", in: session) == Self.local)
    #expect(try session.run("schema", "pull", "a.ckdb", "--timeout", "0").status == 64)
  }

  @Test("an error of cktool is shown without the token, and nothing is imported")
  func refusal() throws {
    let session = try Self.session()
    try session.write("❌ Schema validation failed: secret-token is bad\n", to: "refusal")
    let run = try session.run("schema", "push", "a.ckdb", "--yes")
    #expect(
      run
        == Session.Transcript(
          status: 2, out: "",
          err: """
            celestra-admin: error: cktool validate-schema for iCloud.x failed with exit code 1
              cktool: ❌ Schema validation failed: … is bad

            """))
    #expect(try Self.contents("development.ckdb", in: session) == Self.live)
  }

  @Test("a push without a terminal needs --yes, and production cannot be pushed to")
  func unasked() throws {
    let session = try Self.session()
    let run = try session.run("schema", "push", "a.ckdb")
    #expect(run.status == 2)
    #expect(run.err.contains("--yes") && run.err.contains("+ gone INT64\n"))
    let production = try session.run("schema", "push", "a.ckdb", "--yes", "--environment", "production")
    #expect(production.status == 2)
    #expect(production.err.contains("'schema deploy' prints what a person deploys in CloudKit Console"))
    #expect(try Self.contents("development.ckdb", in: session) == Self.live)
  }

  @Test("a missing xcrun and missing ids are reported", arguments: ["pull", "push"])
  func needs(verb: String) throws {
    let session = try Self.session()
    session.environment["PATH"] = session.folder.path
    let run = try session.run("schema", verb, "a.ckdb", "--via", "cktool")
    #expect(run.status == 2)
    #expect(run.err.contains("requires xcrun from Xcode on macOS"))
    session.environment["CLOUDKIT_TEAM_ID"] = ""
    #expect(try session.run("schema", verb, "a.ckdb").status == 64)
  }

  @Test("an invalid file is neither pulled nor pushed", arguments: ["pull", "push"])
  func mistakes(verb: String) throws {
    let session = try Self.session()
    try session.write("DEFINE SCHEMA\nRECORD TYPE T ( a STRNG );\n", to: "a.ckdb")
    let run = try session.run("schema", verb, "a.ckdb")
    #expect(run.status == 2)
    #expect(run.err.contains("it has errors"))
  }
}
