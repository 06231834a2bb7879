import Foundation
import Testing

@Suite("celestra-admin schema merge")
struct SchemaMergeCommandTests {
  private static func session() throws -> Session {
    let session = try Session()
    try session.write("DEFINE SCHEMA\nRECORD TYPE A ( a STRING );\n", to: "base.ckdb")
    try session.write("DEFINE SCHEMA\nRECORD TYPE A ( b INT64 ); -- more of A\n", to: "more.ckdb")
    try session.write("DEFINE SCHEMA\nRECORD TYPE A ( b DOUBLE );\n", to: "other.ckdb")
    return session
  }

  private static let merged = """
    DEFINE SCHEMA

        RECORD TYPE A (
            a STRING,
            b INT64
        ); -- more of A

    """

  @Test("merge adds fragments to the base and writes to standard output or to a file")
  func merge() throws {
    let session = try Self.session()
    #expect(
      try session.run("schema", "merge", "base.ckdb", "more.ckdb")
        == Session.Transcript(status: 0, out: Self.merged, err: ""))
    #expect(
      try session.run("schema", "merge", "base.ckdb", "more.ckdb", "--output", "all.ckdb")
        == Session.Transcript(status: 0, out: "", err: ""))
    #expect(try session.read("all.ckdb") == Self.merged)
  }

  @Test("a conflict is reported with both places, and nothing is written")
  func conflict() throws {
    let session = try Self.session()
    let run = try session.run("schema", "merge", "base.ckdb", "more.ckdb", "other.ckdb", "--output", "all.ckdb")
    #expect(
      run
        == Session.Transcript(
          status: 1, out: "",
          err: """
            other.ckdb:2:17: error: A.b is DOUBLE here but INT64 in more.ckdb [conflicting-field]
             2 | RECORD TYPE A ( b DOUBLE );
               |                 ^
               = make both declarations equal, or remove one
            more.ckdb:2:17: note: conflicting declaration
             2 | RECORD TYPE A ( b INT64 ); -- more of A
               |                 ^
            1 error

            """))
    #expect(!FileManager.default.fileExists(atPath: session.path("all.ckdb")))
  }
}
