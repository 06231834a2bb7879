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

  /// A session whose `xcrun` notes its arguments, and exports or takes `live.ckdb`.
  private static func session() throws -> Session {
    let session = try Session()
    try session.write(local, to: "a.ckdb")
    try session.write(live, to: "live.ckdb")
    try session.write("", to: ".git/HEAD")
    try session.write(
      """
      #!/bin/sh
      echo "$*" | sed 's|[^ ]*/schema.ckdb|FILE|' >> calls
      for last; do :; done
      case "$2" in
        export-schema) cp live.ckdb "$last" ;;
        validate-schema) [ ! -e refusal ] || { cat refusal >&2; exit 1; } ;;
        import-schema) cp "$last" live.ckdb ;;
      esac

      """, to: "bin/xcrun")
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: session.path("bin/xcrun"))
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    session.environment["PATH"] = session.path("bin") + ":" + path
    session.environment["CLOUDKIT_TEAM_ID"] = "TEAM"
    session.environment["CLOUDKIT_CONTAINER_ID"] = "iCloud.x"
    session.environment["CLOUDKIT_MANAGEMENT_TOKEN"] = "secret-token"
    return session
  }

  private static func contents(_ name: String, in session: Session) throws -> String {
    try String(contentsOfFile: session.path(name), encoding: .utf8)
  }

  private static let call = "--team-id TEAM --container-id iCloud.x --environment"

  @Test("a pull keeps the comments, and the file that was there; again, it has nothing to do")
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
            a.ckdb is now what production of iCloud.x has, with 2 comments kept and 1 about what is gone left out; \
            what it was is in a.ckdb.bak

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
        == "a.ckdb is what development of iCloud.x has; nothing to do\n")
    #expect(try Self.contents("a.ckdb", in: session) == pulled)
    #expect(
      try Self.contents("calls", in: session) == """
        cktool export-schema \(Self.call) production --output-file FILE
        cktool export-schema \(Self.call) development --output-file FILE

        """)
  }

  @Test("a pull makes a file, and loses no earlier copy")
  func copies() throws {
    let session = try Self.session()
    #expect(try session.run("schema", "pull", "new.ckdb").status == 0)
    #expect(try Self.contents("new.ckdb", in: session) == Self.live)
    try session.write("older", to: "a.ckdb.bak")
    #expect(try session.run("schema", "pull", "a.ckdb", "--format", "json").out.contains("\"a.ckdb.bak.2\""))
    #expect(try Self.contents("a.ckdb.bak", in: session) == "older")
  }

  @Test("a push keeps what the container had, has it validated first, and does nothing twice")
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
            development of iCloud.x is now a.ckdb; what it was is in a.ckdb.development.bak

            """, err: ""))
    #expect(try Self.contents("a.ckdb.development.bak", in: session) == Self.live)
    #expect(
      try session.run("schema", "push", "a.ckdb", "--yes").out
        == "development of iCloud.x has a.ckdb; nothing to do\n")
    #expect(
      try Self.contents("calls", in: session) == """
        cktool export-schema \(Self.call) development --output-file FILE
        cktool validate-schema \(Self.call) development --file FILE
        cktool import-schema \(Self.call) development --file FILE
        cktool export-schema \(Self.call) development --output-file FILE

        """)
  }

  @Test("what cktool refuses is said without the token, and nothing is imported")
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
    #expect(try Self.contents("live.ckdb", in: session) == Self.live)
  }

  @Test("nobody is asked where nobody answers, and production takes no import")
  func unasked() throws {
    let session = try Self.session()
    let run = try session.run("schema", "push", "a.ckdb")
    #expect(run.status == 2)
    #expect(
      run.err
        == "celestra-admin: error: cannot ask before changing iCloud.x: this is no terminal; say --yes\n")
    let production = try session.run("schema", "push", "a.ckdb", "--yes", "--environment", "production")
    #expect(production.status == 2)
    #expect(production.err.contains("deployment in its Console only"))
    #expect(try Self.contents("live.ckdb", in: session) == Self.live)
  }

  @Test("without xcrun it is said what is needed; without ids, which", arguments: ["pull", "push"])
  func needs(verb: String) throws {
    let session = try Self.session()
    session.environment["PATH"] = session.folder.path
    let run = try session.run("schema", verb, "a.ckdb")
    #expect(run.status == 2)
    #expect(run.err.contains("requires xcrun from Xcode on macOS"))
    session.environment["CLOUDKIT_TEAM_ID"] = ""
    #expect(try session.run("schema", verb, "a.ckdb").status == 64)
  }

  @Test("a file with mistakes is neither pulled over nor pushed", arguments: ["pull", "push"])
  func mistakes(verb: String) throws {
    let session = try Self.session()
    try session.write("DEFINE SCHEMA\nRECORD TYPE T ( a STRNG );\n", to: "a.ckdb")
    let run = try session.run("schema", verb, "a.ckdb")
    #expect(run.status == 2)
    #expect(run.err.contains("it has errors"))
  }
}
