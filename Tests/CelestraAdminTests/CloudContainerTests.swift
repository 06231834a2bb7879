import Foundation
import Testing

@Suite("Commands on an iCloud container")
struct CloudContainerTests {
  private static let schema = ["schema", "seed"]

  /// The commands that maintain a catalog, in their usual order.
  private static let commands: [[String]] = [
    ["seed", "--dry-run"], ["seed"], ["seed"], ["subscribers"], ["score"], ["score"], ["health", "report"],
    ["score", "--explain", "https://www.swift.org/atom.xml"], ["score", "--report"], ["subscribers", "--report"],
    ["audit"],
  ]

  /// Forty subscriptions per feed for some feeds, and one of an unknown feed.
  private static let subscriptions = """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 40)
    INSERT INTO FeedSubscription (___recordID, ___createTime, ___modTime, ___etag, feedRecordName)
    SELECT f.___recordID || i, 0, 0, 'x', f.___recordID FROM n, PublicFeed f WHERE f.title LIKE 'S%'
    UNION ALL SELECT 'stray', 0, 0, 'x', 'nothing';
    """

  @Test("every command gives the same result and records on a local and an iCloud container")
  func same() throws {
    let session = try Session()
    for path in Self.schema { try session.copy(path) }
    let emulator = try EmulatorProcess(session)
    let asOf = ["--as-of", "2026-11-21"]
    for command in Self.commands {
      if command == ["subscribers"] {
        for container in ["local.sqlite", "emulated.sqlite"] { try session.change(Self.subscriptions, in: container) }
      }
      let arguments = command + asOf + ["--format", "text", "--format", "json=report.json"]
      let local = try session.run(arguments + ["--container", "local.sqlite"])
      let localJSON = try session.read("report.json")
      let cloud = try emulator.run(arguments)
      let cloudJSON = try session.read("report.json")
      #expect(cloud.status == local.status, "\(command): \(cloud.err)")
      #expect(Self.neutral(cloud.out + cloudJSON) == Self.neutral(local.out + localJSON), "\(command)")
      #expect(!emulator.isGivenAway(by: cloud.out + cloud.err + cloudJSON))
    }
    let records = try session.contents(of: "local.sqlite")
    #expect(records.count { $0.hasPrefix("FeedSubscription ") } > 200 && records.count > 400)
    #expect(try session.contents(of: "emulated.sqlite") == records)
  }

  @Test("counts do not become 0 because the key sees no subscription")
  func hiddenSubscriptions() throws {
    let session = try Session()
    for path in Self.schema { try session.copy(path) }
    let schema = try session.read("schema/celestra.ckdb")
    let role = "GRANT CREATE TO \"_icloud\",\n        GRANT READ TO Admin"
    try session.write(schema.replacing(role, with: "GRANT CREATE TO \"_icloud\""), to: "schema/celestra.ckdb")
    let emulator = try EmulatorProcess(session)
    #expect(try emulator.run(["seed"]).status == 0)
    #expect(try emulator.run(["subscribers"]).status == 0, "nothing is published yet")
    try session.change("UPDATE PublicFeed SET subscriberCount = 40", in: "emulated.sqlite")
    try session.change(
      Self.subscriptions.replacing("___etag, feedRecordName", with: "___etag, ___createdBy, feedRecordName")
        .replacing("'x', f.", with: "'x', 'reader', f.").replacing("'x', 'nothing'", with: "'x', 'reader', 'nothing'"),
      in: "emulated.sqlite")
    let refused = try emulator.run(["subscribers"])
    #expect(refused.status == 1 && refused.err.contains("no FeedSubscription is visible"), "\(refused)")
    #expect(try session.sqlite("SELECT DISTINCT subscriberCount FROM PublicFeed", in: "emulated.sqlite") == ["40"])
    let url = try session.sqlite("SELECT feedURL FROM PublicFeed LIMIT 1", in: "emulated.sqlite")[0]
    try session.write("feed,count\n\(url),0\n", to: "zero.csv")
    #expect(try emulator.run(["subscribers", "--counts", "zero.csv"]).status == 0)
    #expect(
      try session.sqlite("SELECT count(*) FROM PublicFeed WHERE subscriberCount = 0", in: "emulated.sqlite") == ["1"])
  }

  @Test("an export into files is refused while the index lacks records that the files state")
  func exportWithLateIndex() throws {
    let session = try Session()
    for path in Self.schema { try session.copy(path) }
    let emulator = try EmulatorProcess(session, ["--index-lag", "3600s"])
    #expect(try emulator.run(["seed"]).status == 0)
    let before = try session.read("seed/feeds.json")
    let export = try emulator.run(["export", "json", "--output", "seed"])
    #expect(export.status == 2 && export.err.contains("of the files yet; nothing was written"), "\(export)")
    #expect(try session.read("seed/feeds.json") == before)
  }

  @Test("lists and exports of a local and an iCloud container are equal")
  func lists() throws {
    let session = try Session()
    for path in Self.schema { try session.copy(path) }
    let emulator = try EmulatorProcess(session)
    #expect(try session.run("seed", "--as-of", "2026-11-21", "--container", "local.sqlite").status == 0)
    #expect(try emulator.run(["seed", "--as-of", "2026-11-21"]).status == 0)
    let commands =
      ["opml", "json", "csv", "markdown"].map { ["export", $0] }
      + [["feeds", "list", "--category", "news"], ["collections", "list"], ["categories", "list"]]
    for command in commands {
      let local = try session.run(command + ["--container", "local.sqlite"])
      let cloud = try emulator.run(command)
      #expect(local.status == 0 && local.out.count > 100, "\(command): \(local.err)")
      #expect(cloud.status == local.status, "\(command): \(cloud.err)")
      #expect(Self.neutral(cloud.out) == Self.neutral(local.out), "\(command)")
    }
  }

  /// Output without the container's name and with single spaces.
  private static func neutral(_ text: String) -> [String] {
    text.replacingOccurrences(of: EmulatorProcess.container, with: "local.sqlite").split(separator: "\n")
      .map { $0.split(separator: " ").joined(separator: " ") }
  }

  @Test("a run prints request statistics to standard error, on a test server only with --verbose")
  func cost() throws {
    let session = try Session()
    for path in Self.schema { try session.copy(path) }
    let emulator = try EmulatorProcess(session)
    let seeded = try emulator.run(["seed", "--verbose"])
    #expect(seeded.status == 0)
    let line = try #require(seeded.err.split(separator: "\n").last)
    #expect(
      line.wholeMatch(
        of: /CloudKit: \d+ requests, 0 retries, throttled 0\.0 s, 251 records, \d+ records\/s/) != nil, "\(line)")
    #expect(!seeded.out.contains("CloudKit:"))
    #expect(try !emulator.run(["seed"]).err.contains("CloudKit:"))
    #expect(try emulator.run(["collections", "list", "--verbose"]).err.hasPrefix("CloudKit: 1 request, 0 retries, "))
  }

  @Test("doctor reports what works")
  func check() throws {
    let session = try Session(copying: "schema")
    let emulator = try EmulatorProcess(session)
    let url = try #require(session.environment["CLOUDKIT_BASE_URL"])
    session.environment["CELESTRA_CONTACT_URL"] = "https://example.com/about"
    session.environment["XDG_STATE_HOME"] = session.folder.path
    let found = """
      works key \(session.path("key.pem")) is a private key that only you can read
      works network \(url) answers
      works key the key is accepted for development of iCloud.org.example.celestra
      works schema the 10 record types and their indexes are there
      works reading every record type can be read

      """
    func checks(_ run: Session.Transcript) -> String {
      run.checks("network", "key", "schema", "reading", "writing").replacing(
        "works schema schema/celestra.ckdb declares 10 record types\n", with: "")
    }
    let checked = try emulator.run(["doctor"])
    #expect(
      checks(checked) == found + """
        unknown writing whether writing is allowed was not tried
        → --write-probe creates one record and deletes it

        """)
    #expect(checked.status == 0)
    let probed = try emulator.run(["doctor", "--write-probe"])
    #expect(checks(probed) == found + "works writing a FeedCategory could be created and deleted again\n")
    #expect(try session.contents(of: "emulated.sqlite").isEmpty)
    session.environment["CLOUDKIT_KEY_ID"] = "another"
    let refused = try emulator.run(["doctor"])
    #expect(refused.status == 1)
    let side = "\(EmulatorProcess.container)@development"
    #expect(
      refused.checks("key")
        .contains("fails key \(side): CloudKit: Authentication failed (AUTHENTICATION_FAILED); likely"))
    #expect(!emulator.isGivenAway(by: refused.out + refused.err))
  }

  @Test("doctor names a missing role as the likely cause, and missing parts of the schema")
  func checkRefusals() throws {
    let session = try Session(copying: "schema")
    let schema = try String(contentsOf: Session.root.appendingPathComponent("schema/celestra.ckdb"), encoding: .utf8)
    try session.write(
      schema.replacingOccurrences(of: "TO Admin", with: "TO Nobody")
        .replacingOccurrences(of: "CREATE ROLE Admin", with: "CREATE ROLE Nobody; CREATE ROLE Admin"), to: "closed.ckdb"
    )
    let closed = try EmulatorProcess(session, ["--schema", "closed.ckdb"])
    let probed = try closed.run(["doctor", "--write-probe"])
    #expect(probed.status == 1)
    #expect(probed.out.contains("a FeedCategory could not be created: CREATE operation not permitted (ACCESS_DENIED)"))
    let user = try #require(
      probed.out.firstMatch(of: /most likely the key's user, (_[0-9a-f]{32}), is in no role that/))
    #expect(try closed.run(["doctor", "--write-probe"]).out.contains(user.1))
    #expect(try session.contents(of: "emulated.sqlite").isEmpty)

    let other = try Session()
    try other.copy("schema")
    try other.write("DEFINE SCHEMA\nRECORD TYPE Other (name STRING, GRANT READ TO \"_world\");\n", to: "other.ckdb")
    let empty = try EmulatorProcess(other, ["--schema", "other.ckdb"])
    let missing = try empty.run(["doctor"])
    #expect(missing.status == 1)
    #expect(missing.checks("schema").contains("fails schema FeedCategory: did not find record type: FeedCategory"))
    #expect(missing.out.contains("→ import the schema: celestra-admin schema push, or xcrun cktool import-schema"))
  }
}
