import Foundation
import TestEnvironment
import Testing

@Suite("celestra-admin schema lint --changed")
struct SchemaChangedTests {
  private static let base = """
    DEFINE SCHEMA
    RECORD TYPE Feed (
        "___recordID" REFERENCE QUERYABLE,
        count NUMBER,
        GRANT READ TO "_world"
    );

    """

  /// A repository whose branch adds a field to the schema of `main`.
  private static func session() throws -> Session {
    let session = try Session()
    try session.write(base, to: "schema/s.ckdb")
    try session.commit()
    try session.git("checkout", "-q", "-b", "feature")
    try session.write(
      base.replacing("    count", with: "    // New.\n    size NUMBER,\n    count"), to: "schema/s.ckdb")
    return session
  }

  @Test("only what the branch adds is reported, whatever its lines")
  func added() throws {
    let session = try Self.session()
    #expect(
      try session.run("schema", "lint", "schema/s.ckdb", "--changed", "main")
        == .init(
          status: 0,
          out: """
            schema/s.ckdb:5:10: warning: 'size' has type NUMBER [number-type]
             5 |     size NUMBER,
               |          ^~~~~~
               = use INT64 or DOUBLE unless the field is in production
            1 warning
            1 older than the branch

            """, err: ""))
    try session.write(Self.base, to: "schema/s.ckdb")
    let none = try session.run("schema", "lint", "schema/s.ckdb", "--changed", "main", "--fail-on", "info")
    #expect(none == .init(status: 0, out: "1 older than the branch\nno findings in 1 file\n", err: ""))
  }

  @Test("the branch is compared with the commit where it left the other one")
  func otherBranchMoved() throws {
    let session = try Self.session()
    try session.commit()
    try session.git("checkout", "-q", "main")
    try session.write(Self.base.replacing("NUMBER", with: "INT64"), to: "schema/s.ckdb")
    try session.commit()
    try session.git("checkout", "-q", "feature")
    let run = try session.run("schema", "lint", "schema/s.ckdb", "--changed", "main")
    #expect(run.out.hasSuffix("1 warning\n1 older than the branch\n") && run.out.contains("'size'"), "\(run)")
  }

  @Test("a new file has new findings only, from any folder")
  func newFile() throws {
    let session = try Self.session()
    try session.write(Self.base, to: "schema/t.ckdb")
    session.current = "schema"
    let run = try session.run("schema", "lint", "s.ckdb", "../schema/t.ckdb", "--changed", "main")
    #expect(run.out.hasSuffix("2 warnings\n1 older than the branch\n"), "\(run)")
    #expect(run.out.contains("'size'") && run.out.contains("../schema/t.ckdb:4:11: warning: 'count'"))
  }

  @Test("acceptances of older findings stay, and --accept adds the new ones only")
  func accepted() throws {
    let session = try Self.session()
    let accept = ["--accepted", "a.json", "--accept", "--reason", "x"]
    let run = try session.run(["schema", "lint", "schema/s.ckdb", "--changed", "main"] + accept)
    #expect(run.out == "1 accepted\n1 older than the branch\nno findings in 1 file\n")
    let file = try session.read("a.json")
    #expect(file.contains("Feed.size") && !file.contains("Feed.count"))
    let all = try session.run(["schema", "lint", "schema/s.ckdb"] + accept)
    #expect(all.out == "2 accepted\nno findings in 1 file\n")
    let again = try session.run("schema", "lint", "schema/s.ckdb", "--changed", "main", "--accepted", "a.json")
    #expect(again.out == "2 accepted\nno findings in 1 file\n")
  }

  @Test("a commit that the clone does not have is reported with the setting of GitHub Actions")
  func shallow() throws {
    let session = try Self.session()
    let fetch = "(in GitHub Actions: 'fetch-depth: 0' for actions/checkout)"
    #expect(
      try session.run("schema", "lint", "schema/s.ckdb", "--changed", "origin/main")
        == .init(
          status: 2, out: "",
          err:
            "celestra-admin: error: cannot compare with origin/main: no git ref 'origin/main'; run 'git fetch' \(fetch)\n"
        ))
    try session.commit()
    try session.git("checkout", "-q", "main")
    try session.commit()
    let clone = session.path("clone")
    try session.git("clone", "-q", "--depth", "1", "--no-single-branch", "file://\(session.folder.path)", clone)
    session.current = "clone"
    let run = try session.run("schema", "lint", "schema/s.ckdb", "--changed", "origin/feature")
    #expect(
      run.err
        == "celestra-admin: error: cannot compare with origin/feature: no common commit of 'origin/feature' and HEAD; "
        + "in a shallow clone, run 'git fetch --unshallow' \(fetch)\n", "\(run)")
  }
}

@Suite("Paths in annotations")
struct AnnotationPathTests {
  @Test(
    "an annotation names a file from the root of the repository, from any folder",
    arguments: ["schema/a.ckdb", "../a.ckdb", "b.ckdb", "HEAD:./b.ckdb", "HEAD:schema/below/b.ckdb"])
  func folders(argument: String) throws {
    let session = try Session()
    for file in ["schema/a.ckdb", "schema/below/b.ckdb", "schema/below/schema/a.ckdb"] {
      try session.write("DEFINE SCHEMA\nRECORD TYPE T (a STRNG);\n", to: file)
    }
    try session.commit()
    session.current = "schema/below"
    let expected =
      argument.hasSuffix("b.ckdb")
      ? "schema/below/b.ckdb" : argument.hasPrefix("..") ? "schema/a.ckdb" : "schema/below/schema/a.ckdb"
    for path in [argument, argument.contains(":") ? argument : session.path("schema/below/\(argument)")] {
      let github = try session.run("schema", "validate", path, "--format", "github").out
      #expect(github.hasPrefix("::error file=\(expected),line=2,"), "\(github)")
      let sarif = try session.run("schema", "validate", path, "--format", "sarif").out
      #expect(sarif.contains("\"uri\" : \"\(expected)\""))
    }
  }

  @Test("the configuration of a folder above is found, and its paths are shortened, too")
  func configured() throws {
    let session = try Session()
    try session.write("DEFINE SCHEMA\nRECORD TYPE T (a STRNG);\n", to: "schema/a.ckdb")
    try session.write("schema: schema/a.ckdb\n", to: ".ckdb.yaml")
    try session.write("", to: "below/x")
    try session.commit()
    session.current = "below"
    #expect(try session.ckdb("lint", "--format", "github").out.hasPrefix("::error file=schema/a.ckdb,line=2,"))
  }

  @Test("a file that the branch renames has its older findings")
  func renamed() throws {
    let session = try Session()
    try session.write("DEFINE SCHEMA\nRECORD TYPE Feed ( score NUMBER, GRANT READ TO \"_world\" );\n", to: "old.ckdb")
    try session.commit()
    try session.git("checkout", "-q", "-b", "branch")
    try session.git("mv", "old.ckdb", "new.ckdb")
    try session.commit()
    let run = try session.run("schema", "lint", "new.ckdb", "--changed", "main", "--fail-on", "info")
    #expect(run.status == 0 && run.out.contains("older than the branch"), "\(run)")
  }
}
