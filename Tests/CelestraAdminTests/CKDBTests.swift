import Foundation
import TestEnvironment
import Testing

@Suite("ckdb, the program for schema files")
struct CKDBTests {
  private static let commands = [
    "validate", "lint", "format", "diff", "plan", "merge", "show", "queries", "changelog", "init", "rules", "config",
  ]

  private static func session() throws -> Session {
    let session = try Session()
    try session.write("DEFINE SCHEMA\nRECORD TYPE T (a STRNG);\n", to: "bad.ckdb")
    try session.write("DEFINE SCHEMA\nRECORD TYPE T (a STRING, GRANT READ TO \"_world\");\n", to: "good.ckdb")
    return session
  }

  @Test("the program alone says what to do first")
  func alone() throws {
    let result = try Session().ckdb()
    #expect(result.status == 0 && result.err == "")
    #expect(result.out.contains("ckdb lint schema.ckdb") && !result.out.contains("celestra"))
  }

  @Test("its commands are the first ones of celestra-admin schema")
  func list() throws {
    let session = try Session()
    func commands(_ help: String) -> [String] {
      help.components(separatedBy: "SUBCOMMANDS:\n").last?.split(separator: "\n").compactMap { line in
        line.hasPrefix("  ") && !line.hasPrefix("   ") ? line.split(separator: " ").first.map(String.init) : nil
      }.filter { $0 != "See" } ?? []
    }
    let own = try commands(session.ckdb("help").out).filter { !["rules", "config"].contains($0) }
    #expect(try Array(commands(session.run("help", "schema").out).prefix(own.count)) == own)
    #expect(Set(Self.commands).subtracting(["rules", "config"]).isSubset(of: own))
  }

  @Test("a command has the options that it has in celestra-admin", arguments: commands.filter { $0 != "rules" })
  func options(command: String) throws {
    let session = try Session()
    let own = try session.ckdb("help", command)
    let other = try session.run(["help"] + (["rules", "config"].contains(command) ? [] : ["schema"]) + [command])
    #expect(own.status == 0 && other.status == 0)
    func plain(_ text: String) -> [Substring] {
      let text = text.replacing("celestra-admin schema ", with: "ckdb ").replacing("schema rules'", with: "rules'")
        .replacing(".celestra-admin.yaml", with: ".ckdb.yaml").replacing("celestra-admin", with: "ckdb")
      // Lines are wrapped by their length.
      return text.split { $0.isWhitespace }
    }
    #expect(plain(own.out) == plain(other.out))
  }

  @Test(
    "a message names the program that runs",
    arguments: [
      (["lnit", "x"], 64, "ckdb: error: unknown command 'lnit'; did you mean 'ckdb lint'?\n"),
      (["foo"], 64, "ckdb: error: unknown command 'foo'; 'ckdb help' lists the commands\n"),
      (["plan"], 64, "ckdb: error: pass the live schema: 'plan OLD [NEW]'\n"),
      (["rules", "no-such-thing"], 2, "ckdb: error: unknown rule 'no-such-thing'; 'ckdb rules' lists them\n"),
      (
        ["lint", "good.ckdb", "--select", "index-removed"], 2,
        "ckdb: error: 'index-removed' is not a rule of schema files; 'ckdb plan' checks it\n"
      ),
      (["show", "bad.ckdb"], 2, "ckdb: error: cannot show bad.ckdb: it has errors\nbad.ckdb:2:18: error: "),
    ] as [([String], Int32, String)])
  func messages(arguments: [String], status: Int32, message: String) throws {
    let result = try Self.session().run(arguments, of: "ckdb")
    #expect(result.status == status && result.out == "")
    #expect(result.err.hasPrefix(message), "\(result)")
    #expect(!result.err.contains("celestra"))
  }

  @Test(
    "a command without a schema reads that of the configuration, and says so if there is none",
    arguments: [
      (["validate"], "good.ckdb: valid"), (["lint"], "good.ckdb:2:13: warning: "),
      (["format", "--check"], "not formatted"),
      (["show"], "good.ckdb: 1 record type"), (["diff", "empty"], "+ the record type"),
      (["plan", "empty"], "from empty to good.ckdb"),
      (["merge", "other.ckdb"], "RECORD TYPE U"), (["parity", "App"], "good.ckdb has what the app writes"),
      (["queries"], "no query is for the schema 'good'"), (["changelog"], "  T: added, with 1 field\n"),
    ])
  func defaultSchema(arguments: [String], words: String) throws {
    let session = try Self.session()
    try session.write("DEFINE SCHEMA\nRECORD TYPE U (a STRING);\n", to: "other.ckdb")
    try session.write("{\"queries\": []}\n", to: "schema/queries.json")
    try session.write("let t = CKRecord(recordType: \"T\")\n", to: "App/Store.swift")
    try session.commit(tag: "v1")
    let none = try session.run(arguments, of: "ckdb")
    #expect(
      none
        == .init(
          status: 2, out: "",
          err:
            "ckdb: error: no schema given: pass FILE, set 'schema:' in .ckdb.yaml, or start with 'ckdb init'\n"))
    try session.write("schema: good.ckdb\n", to: ".ckdb.yaml")
    #expect(try session.run(arguments, of: "ckdb").out.contains(words), "\(words)")
  }

  @Test("reports for other programs name the program and its command")
  func reports() throws {
    let session = try Self.session()
    #expect(try session.ckdb("lint", "bad.ckdb", "--format", "json").out.contains("\"command\" : \"lint\""))
    #expect(try session.ckdb("lint", "bad.ckdb", "--format", "sarif").out.contains("\"name\" : \"ckdb\""))
    #expect(
      try session.ckdb("lint", "bad.ckdb", "--format", "markdown").out.hasPrefix("<!-- ckdb lint -->\n### `lint`: "))
    #expect(
      try session.ckdb("plan", "empty", "good.ckdb", "--format", "markdown").out.hasPrefix("<!-- ckdb plan -->\n"))
    #expect(try session.ckdb("lint", "bad.ckdb", "--format", "junit").out.contains("package=\"ckdb\""))
    let version = try session.ckdb("--version").out
    #expect(
      version.wholeMatch(of: #/ckdb \d+\.\d+\.\d+ \((development build|commit [0-9a-f]{12}), Swift \d+\.\d+\)\n/#)
        != nil)
  }

  @Test("each program reads its own configuration file, and the other's where it has none")
  func configurations() throws {
    let session = try Self.session()
    try session.write("schema: good.ckdb\npolicy: client\n", to: ".ckdb.yaml")
    #expect(try session.ckdb("config").out.contains("configuration: .ckdb.yaml\n"))
    #expect(try session.run("config").out.contains("configuration: .ckdb.yaml\n"))
    #expect(try session.ckdb("validate").out.contains("good.ckdb: valid"))
    try session.write("schema: bad.ckdb\ncontainer: c.sqlite\n", to: ".celestra-admin.yaml")
    #expect(try session.ckdb("config").out.contains("configuration: .ckdb.yaml\n"))
    #expect(try session.run("config").out.contains("configuration: .celestra-admin.yaml\n"))
    try FileManager.default.removeItem(atPath: session.path(".ckdb.yaml"))
    #expect(try session.ckdb("validate").out.contains("bad.ckdb: invalid"))
    try FileManager.default.createDirectory(atPath: session.path("below"), withIntermediateDirectories: true)
    session.current = "below"
    #expect(try session.ckdb("validate").out.contains("bad.ckdb: invalid"))
    try session.write("policy: client\n", to: "below/.ckdb.yml")
    #expect(
      try session.ckdb("config").err
        == "ckdb: error: .ckdb.yml is not read: rename it to .ckdb.yaml, or pass it with --config\n")
  }

  @Test("bash completes its commands")
  func completion() throws {
    let script = try Session().ckdb("--generate-completion-script", "bash").out
    for command in Self.commands { #expect(script.contains("_ckdb_\(command)"), "\(command)") }
  }
}
