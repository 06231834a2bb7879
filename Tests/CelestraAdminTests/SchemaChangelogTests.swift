import Foundation
import TestEnvironment
import Testing

@Suite("celestra-admin schema changelog")
struct SchemaChangelogTests {
  private static func schema(_ fields: String, grant: String = "READ TO \"_world\"") -> String {
    "DEFINE SCHEMA\nRECORD TYPE Feed ( \(fields), GRANT \(grant) );\n"
  }

  /// A repository with five tags: the first without a schema, and one with a file that has errors.
  private static func session() throws -> Session {
    let session = try Session()
    try session.write("", to: "README")
    try session.commit(tag: "v0.9", on: "2026-01-01")
    try session.write(schema("title STRING, count NUMBER"), to: "schema/s.ckdb")
    try session.commit(tag: "v1.0", on: "2026-02-01")
    try session.write(schema("title STRNG, count NUMBER"), to: "schema/s.ckdb")
    try session.commit(tag: "v1.1", on: "2026-03-01")
    try session.write(
      schema("title STRING QUERYABLE, count INT64, pubDate TIMESTAMP", grant: "READ, CREATE TO \"_world\""),
      to: "schema/s.ckdb")
    try session.commit(tag: "v1.2", on: "2026-04-01")
    // The order is that of the dates, then of the versions.
    try session.commit(tag: "v1.10", on: "2026-04-01")
    try session.write(
      schema("title STRING QUERYABLE, count INT64, publishedDate TIMESTAMP") + "CREATE ROLE Editor;\n",
      to: "schema/s.ckdb")
    try session.commit()
    try session.write("schema: schema/s.ckdb\n", to: ".ckdb.yaml")
    return session
  }

  private static let unreleased = """
    unreleased
      role Editor: added
      Feed.pubDate: removed, was TIMESTAMP
      Feed.publishedDate: added, TIMESTAMP
      Feed: "_world" may READ, CREATE → READ
      probably a rename: Feed.pubDate → Feed.publishedDate


    """

  private static let second = """
    v1.2 (2026-04-01)
      Feed.count: NUMBER → INT64
      Feed.pubDate: added, TIMESTAMP
      Feed.title: no index → QUERYABLE
      Feed: "_world" may READ → READ, CREATE

    v1.1 (2026-03-01)
      not compared: the file has errors


    """

  private static let first = "v1.0 (2026-02-01)\n  Feed: added, with 2 fields\n\n"

  @Test(
    "each release lists its changes, the newest first",
    arguments: [
      ([], unreleased + second + first + "2 of 5 releases changed schema/s.ckdb\n"),
      (["schema/s.ckdb"], unreleased + second + first + "2 of 5 releases changed schema/s.ckdb\n"),
      (["v1.0.."], unreleased + second + "1 of 3 releases changed schema/s.ckdb\n"),
      (["..v1.0"], first + "1 of 2 releases changed schema/s.ckdb\n"),
      (["v1.0..v1.2", "schema/s.ckdb"], second + "1 of 2 releases changed schema/s.ckdb\n"),
      (["v1.2..v1.10"], "0 of 1 release changed schema/s.ckdb\n"),
    ])
  func text(arguments: [String], expected: String) throws {
    let session = try Self.session()
    #expect(try session.run(["changelog"] + arguments, of: "ckdb") == .init(status: 0, out: expected, err: ""))
    session.current = "schema"
    if arguments.count < 2 && arguments.first?.hasSuffix(".ckdb") != true {
      let run = try session.run(["schema", "changelog"] + arguments)
      #expect(
        run.status == 0 && run.out.contains(expected.components(separatedBy: "\n").prefix(3).joined(separator: "\n")))
    }
  }

  @Test("Markdown is a part of release notes, and JSON has an item for each change")
  func formats() throws {
    let session = try Self.session()
    #expect(
      try session.run("schema", "changelog", "v1.0..v1.2", "--format", "markdown").out == #"""
        ## v1.2 (2026-04-01)

        - Feed.count: NUMBER → INT64
        - Feed.pubDate: added, TIMESTAMP
        - Feed.title: no index → QUERYABLE
        - Feed: "\_world" may READ → READ, CREATE

        ## v1.1 (2026-03-01)

        - not compared: the file has errors

        """#)
    let json = try session.run("schema", "changelog", "v1.0..v1.2", "--format", "json").out
    #expect(json.contains("\"release\" : \"v1.2\"") && json.contains("\"kind\" : \"fieldTypeChanged\""))
    #expect(json.contains("\"notCompared\" : [\n      \"v1.1\"\n    ]"))
  }

  @Test("a range, a file, and a repository without releases are refused with the reason")
  func refusals() throws {
    let session = try Self.session()
    func error(_ arguments: String...) throws -> String { try session.run(["changelog"] + arguments, of: "ckdb").err }
    #expect(
      try error("v3..").hasPrefix("ckdb: error: cannot list the changes of schema/s.ckdb: no git ref 'v3'; run 'git"))
    #expect(
      try error("..v0.9")
        == "ckdb: error: cannot list the changes of schema/s.ckdb: no commit of the range has the file; check "
        + "the path\n")
    #expect(
      try error("v1.1..").contains(
        "error: cannot compare with v1.1:schema/s.ckdb: it has errors\nv1.1:schema/s.ckdb:2:"))
    #expect(
      try error("v1.0", "schema/s.ckdb").hasPrefix("ckdb: error: 'v1.0' is not a range of commits: pass REF..REF"))
    try session.git("clone", "-q", "--depth", "1", "--no-tags", "file://\(session.folder.path)", session.path("clone"))
    session.current = "clone"
    #expect(
      try error("schema/s.ckdb")
        == "ckdb: error: cannot list the changes of schema/s.ckdb: no release up to HEAD: a release is a tag; pass REF..REF, "
        + "or run 'git fetch --tags' (in GitHub Actions: 'fetch-depth: 0' for actions/checkout)\n")
  }

  @Test("a release of an older line is compared with that line, and the release that merges it with its own")
  func merged() throws {
    let session = try Session()
    func commit(_ fields: String, _ tag: String, _ day: String) throws {
      try session.write(Self.schema(fields), to: "s.ckdb")
      try session.commit(tag: tag, on: day)
    }
    try commit("title STRING", "v1.0", "2026-01-01")
    try commit("title STRING, body STRING", "v1.1", "2026-03-01")
    try session.git("checkout", "-q", "-b", "hotfix", "v1.0")
    try commit("title STRING, fixed INT64", "v1.0.1", "2026-04-01")
    try session.git("checkout", "-q", "main")
    try session.git("merge", "-q", "-s", "ours", "hotfix", date: "2026-05-01T12:00:00Z")
    try commit("title STRING, body STRING, fixed INT64", "v1.2", "2026-05-02")
    // A tag that is made late is still before what follows its commit.
    try session.git("tag", "-a", "-m", "late", "stable", "v1.1", date: "2026-06-01T12:00:00Z")
    // A range lists what differs from its start.
    let range = try session.run("schema", "changelog", "v1.0.1..v1.1", "s.ckdb")
    #expect(range.out.contains("  Feed.body: added, STRING\n  Feed.fixed: removed, was INT64\n"), "\(range)")
    let run = try session.run("schema", "changelog", "s.ckdb")
    #expect(
      run.out == """
        v1.2 (2026-05-02)
          Feed.fixed: added, INT64

        v1.0.1 (2026-04-01)
          Feed.fixed: added, INT64

        v1.1 (2026-03-01)
          Feed.body: added, STRING

        v1.0 (2026-01-01)
          Feed: added, with 1 field

        4 of 5 releases changed s.ckdb

        """, "\(run)")
  }

  @Test("a shallow clone is refused, since its first commit is not that of the schema")
  func shallow() throws {
    let session = try Self.session()
    // As a workflow does that runs for a tag.
    let clone = session.path("clone")
    try session.git("clone", "-q", "--depth", "1", "-b", "v1.10", "file://\(session.folder.path)", clone)
    session.current = "clone"
    let run = try session.run("schema", "changelog", "schema/s.ckdb")
    #expect(
      run.status == 2 && run.out.isEmpty && run.err.contains("this clone is shallow, and lacks earlier releases"),
      "\(run)")
  }

  @Test("the history of a renamed file goes on under its former path")
  func renamed() throws {
    let session = try Self.session()
    try session.git("mv", "schema/s.ckdb", "schema/app.ckdb")
    try session.commit(tag: "v2.0", on: "2026-05-01")
    let run = try session.run("schema", "changelog", "schema/app.ckdb")
    #expect(run.out.hasPrefix("v2.0 (2026-05-01)\n  role Editor: added\n") && run.out.contains(Self.first), "\(run)")
  }

  @Test("a copy has a history of its own, and a range that ends before a renaming has the former file")
  func copied() throws {
    let session = try Self.session()
    try session.git("mv", "schema/s.ckdb", "schema/app.ckdb")
    try session.commit(tag: "v2.0", on: "2026-05-01")
    let early = try session.run("schema", "changelog", "..v1.0", "schema/app.ckdb")
    #expect(early.status == 0 && early.out.hasPrefix(Self.first), "\(early)")
    try session.write(session.read("schema/app.ckdb"), to: "schema/copy.ckdb")
    try session.commit(tag: "v2.1", on: "2026-06-01")
    let run = try session.run("schema", "changelog", "schema/copy.ckdb")
    #expect(
      run.out.hasPrefix("v2.1 (2026-06-01)\n") && run.out.hasSuffix("1 of 7 releases changed schema/copy.ckdb\n"),
      "\(run)")
  }
}
