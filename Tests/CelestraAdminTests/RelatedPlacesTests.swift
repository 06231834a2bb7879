import Foundation
import Testing

@Suite("Findings about two places")
struct RelatedPlacesTests {
  private static let twice = """
    DEFINE SCHEMA
    RECORD TYPE T (
        a STRING,
        a INT64,
        GRANT READ TO "_creator",
        GRANT WRITE TO "_creator", // both
        GRANT READ TO "_world"
    );

    """

  private static func session() throws -> Session {
    let session = try Session()
    try session.write(twice, to: "s.ckdb")
    return session
  }

  @Test("a repeated declaration is reported with the first; several grants become one unless a comment would be lost")
  func text() throws {
    let session = try Self.session()
    #expect(
      try session.run("schema", "validate", "s.ckdb").out == """
        s.ckdb:4:5: error: the field 'a' is declared twice in 'T' [duplicate-field]
         4 |     a INT64,
           |     ^
           = remove or rename one of them
        s.ckdb:3:5: note: first declared here
         3 |     a STRING,
           |     ^
        s.ckdb:6:20: warning: 'T' has several grants for '_creator' [duplicate-grant]
         6 |     GRANT WRITE TO "_creator", // both
           |                    ^~~~~~~~~~
           = write one GRANT with all permissions
        s.ckdb:5:19: note: first declared here
         5 |     GRANT READ TO "_creator",
           |                   ^~~~~~~~~~
        1 error, 1 warning
        s.ckdb: invalid, 1 record type

        """)
    _ = try session.run("schema", "lint", "s.ckdb", "--fix")
    let fixed = try session.read("s.ckdb")
    #expect(fixed.contains("    GRANT READ, WRITE TO \"_creator\", // both\n    GRANT READ TO \"_world\"\n"))
  }

  @Test("JSON and SARIF include the related place")
  func data() throws {
    let session = try Self.session()
    let run = try session.run("schema", "validate", "s.ckdb", "--format", "json", "--format", "sarif=out.sarif")
    let report = try JSONDecoder().decode(Report.self, from: Data(run.out.utf8))
    #expect(report.diagnostics.map(\.related?.start.line) == [3, 5])
    let sarif = try session.read("out.sarif")
    #expect(sarif.contains("\"relatedLocations\""))
    #expect(try PublishedSchema.sarif.complaints(about: session.path("out.sarif")) == [])
  }

  private struct Report: Decodable {
    struct Finding: Decodable {
      struct Place: Decodable {
        let line: Int
      }
      struct Related: Decodable {
        let start: Place
      }
      let related: Related?
    }
    let diagnostics: [Finding]
  }
}
