import Foundation
import Testing

@Suite("The configuration of a run")
struct ConfigurationFileTests {
  private static func session() throws -> Session {
    let session = try Session()
    // A repository root ends the search for files.
    try session.write("", to: ".git/HEAD")
    return session
  }

  /// The lines of a report without those of rules, with single spaces.
  private static func lines(_ report: String) -> [String] {
    report.split(separator: "\n").filter { !$0.hasPrefix("rules.") }.map { line in
      line.split(separator: " ").joined(separator: " ")
    }
  }

  @Test("the defaults apply without a configuration file")
  func none() throws {
    let run = try Self.session().run("config")
    #expect(run.status == 0 && run.err.isEmpty)
    #expect(
      Self.lines(run.out) == [
        "configuration: none; .celestra-admin.yaml is searched for here and in the folders above",
        "setting from value", "accepted default none", "articles.content default full", "articles.deny default none",
        "articles.excerpt default none", "contact default none", "container default celestra.sqlite",
        "databases.default default unknown",
        "databases.private default none", "databases.public default none", "policy default deploy",
        "queries default schema/queries.json", "schema default schema/celestra.ckdb", "security default false",
        "truth default none",
      ])
    #expect(run.out.contains(#/\nrules\.number-type +default +warning\n/#))
    #expect(run.out.contains(#/\nrules\.missing-type-doc +default +off\n/#))
    #expect(run.out.contains(#/\nrules\.index-bloat\.limit +default +20\n/#))
    #expect(!run.out.contains("rules.unknown-type "))
  }

  @Test("paths are relative to the configuration file, and --config names another file")
  func paths() throws {
    let session = try Self.session()
    try session.write("schema: a.ckdb\n", to: ".celestra-admin.yaml")
    try session.write("schema: a.ckdb\ncontainer: /b.sqlite\naccepted: ok.json\n", to: "sub/other.yaml")
    #expect(
      Self.lines(try session.run("config").out) == [
        "configuration: .celestra-admin.yaml", "setting from value", "accepted default none",
        "articles.content default full", "articles.deny default none",
        "articles.excerpt default none", "contact default none",
        "container default celestra.sqlite", "databases.default default unknown", "databases.private default none",
        "databases.public default none", "policy default deploy", "queries default schema/queries.json",
        "schema configuration a.ckdb", "security default false", "truth default none",
      ])
    #expect(
      Self.lines(try session.run("config", "--config", "sub/other.yaml").out) == [
        "configuration: sub/other.yaml", "setting from value", "accepted configuration sub/ok.json",
        "articles.content default full", "articles.deny default none",
        "articles.excerpt default none", "contact default none",
        "container configuration /b.sqlite", "databases.default default unknown", "databases.private default none",
        "databases.public default none", "policy default deploy", "queries default sub/schema/queries.json",
        "schema configuration sub/a.ckdb", "security default false", "truth default none",
      ])
  }

  @Test("environment variables that win over settings are shown; ckdb reads none of them")
  func variables() throws {
    let session = try Self.session()
    session.environment["CLOUDKIT_CONTAINER_ID"] = "iCloud.org.example.x"
    session.environment["CELESTRA_CONTACT_URL"] = "https://example.com/env"
    try session.write("contact: https://example.com/file\n", to: ".celestra-admin.yaml")
    let lines = Self.lines(try session.run("config").out)
    #expect(lines.contains("container environment iCloud.org.example.x"), "\(lines)")
    #expect(lines.contains("contact environment https://example.com/env"), "\(lines)")
    #expect(try session.ckdb("config").out.contains("https://example.com/file"))
  }

  @Test("the file is searched in parent folders up to the repository's root")
  func upwards() throws {
    let session = try Self.session()
    try session.write("container: mine.sqlite\n", to: ".celestra-admin.yaml")
    try session.write("", to: "a/b/file")
    try session.write("", to: "other/.git/HEAD")
    session.current = "a/b"
    let found = try session.run("config", "--format", "json").out
    #expect(found.contains("/mine.sqlite\""))
    session.current = "other"
    #expect(try session.run("config").out.hasPrefix("configuration: none;"))
  }

  @Test("a catalog is the one beside its configuration, in the folders below, too")
  func below() throws {
    let session = try Self.session()
    try session.write("https://a.example/feed\n", to: "list.txt")
    #expect(try session.run("init", "list.txt").status == 0)
    try session.write("", to: "a/b/file")
    session.current = "a/b"
    let seeded = try session.run("seed")
    #expect(seeded.status == 0 && seeded.out.contains("nothing to do"), "\(seeded)")
    #expect(try session.run("feeds", "list", "--format", "csv").out.contains("https://a.example/feed"))
    let lines = Self.lines(try session.run("config").out)
    for (key, path) in [
      ("container", "celestra.sqlite"), ("queries", "schema/queries.json"), ("schema", "schema/celestra.ckdb"),
    ] {
      let line = try #require(lines.first { $0.hasPrefix("\(key) ") })
      #expect(line.hasPrefix("\(key) default /") && line.hasSuffix("/\(path)"), "\(line)")
    }
    #expect(try session.ckdb("validate").out.contains("/schema/celestra.ckdb: valid"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: session.path("a/b")) == ["file"])
  }

  @Test("a container that is missing beside a configuration is created there, with the program's own schema")
  func missingContainer() throws {
    let session = try Self.session()
    try session.write("truth: files\n", to: ".celestra-admin.yaml")
    try session.write("https://a.example/feed\n", to: "a/list.txt")
    session.current = "a"
    let run = try session.run("seed", "feeds", "list.txt")
    #expect(run.status == 0, "\(run)")
    #expect(try session.sqlite("SELECT count(*) FROM PublicFeed") == ["1"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: session.path("a")) == ["list.txt"])
  }

  @Test("a configuration file with the extension .yml is an error, here and in the folders above")
  func otherExtension() throws {
    let session = try Self.session()
    try session.write("schema: a.ckdb\n", to: ".celestra-admin.yml")
    try session.write("", to: "a/file")
    let message = "/.celestra-admin.yml is not read: rename it to .celestra-admin.yaml, or pass it with --config\n"
    let here = try session.run("config")
    #expect(here.status == 2 && here.out == "" && here.err == "celestra-admin: error: " + message.dropFirst())
    session.current = "a"
    #expect(try session.run("config").err.hasSuffix(message))
    #expect(try session.run("config", "--config", "../.celestra-admin.yml").status == 0)
  }

  @Test("commands follow the configuration, and flags override it")
  func used() throws {
    let session = try Self.session()
    try session.copy("schema")
    try session.copy("seed")
    try session.write("container: mine.sqlite\nschema: schema/celestrakit.ckdb\n", to: ".celestra-admin.yaml")
    #expect(try session.run("seed", "feeds", "seed/feeds.json").status == 0)
    #expect(try session.sqlite("SELECT count(*) > 0 FROM Feed", in: "mine.sqlite") == ["1"])
    #expect(try session.run("seed", "feeds", "seed/feeds.json", "--container", "b.sqlite").status == 0)
    #expect(FileManager.default.fileExists(atPath: session.path("b.sqlite")))
    #expect(!FileManager.default.fileExists(atPath: session.path("celestra.sqlite")))
  }

  @Test("mistakes are reported with their places, and nothing runs")
  func mistakes() throws {
    let session = try Self.session()
    try session.write("kontainer: mine.sqlite\n", to: ".celestra-admin.yaml")
    let frame = """
      .celestra-admin.yaml:1:1: error: unknown key 'kontainer' [unknown-key]
       1 | kontainer: mine.sqlite
         | ^~~~~~~~~
         = did you mean container?
       1 + container: mine.sqlite
      1 error

      """
    #expect(
      try session.run("score")
        == Session.Transcript(
          status: 2, out: "", err: "celestra-admin: error: the configuration has errors\n\(frame)"))
    let run = try session.run("config")
    #expect(run.status == 1)
    #expect(run.out.hasPrefix(frame))
    #expect(try session.run("config", "--config", "no.yaml").status == 2)
    try session.write("container: iCloud.x\n", to: ".celestra-admin.yaml")
    #expect(
      try session.run("score").err
        == "celestra-admin: error: cannot read the schema of iCloud.x from CloudKit, and 'schema/celestra.ckdb' does not "
        + "exist; pass --schema FILE\n")
  }
}
