import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview
import Testing

@Suite("Drift of a live schema")
struct SchemaDriftTests {
  private static func document(_ name: String, _ text: some StringProtocol) -> SchemaDocument {
    SchemaDocument(SourceText(name: name, text: String(text)))
  }

  private static let live = """
    DEFINE SCHEMA
    CREATE ROLE Editor;
    RECORD TYPE Feed (
      "___recordID" REFERENCE QUERYABLE,
      title STRING QUERYABLE,
      score INT64,
      GRANT READ TO "_world", GRANT WRITE TO Editor
    );
    RECORD TYPE Tag ( label STRING );
    """

  private static func drift(_ file: String) -> [String] {
    SchemaDrift(of: document("production", live), from: document("a.ckdb", file)).findings.map {
      "\($0.rule): \($0.message)"
    }
  }

  @Test(
    "each kind of difference is found by its rule",
    arguments: [
      (
        "CREATE ROLE Editor;", "CREATE ROLE Editor; CREATE ROLE Admin;",
        "role-drift: role Admin is in a.ckdb but not in production"
      ),
      (
        "RECORD TYPE Tag ( label STRING );", "",
        "record-type-drift: record type Tag is in production but not in a.ckdb"
      ),
      (
        "RECORD TYPE Tag", "RECORD TYPE Box ( size INT64 ); RECORD TYPE Tag",
        "record-type-drift: record type Box is in a.ckdb but not in production"
      ),
      ("score INT64,", "", "field-drift: Feed.score (INT64) is in production but not in a.ckdb"),
      (
        "score INT64,", "score INT64, site STRING,",
        "field-drift: Feed.site (STRING) is in a.ckdb but not in production"
      ),
      ("score INT64", "score DOUBLE", "field-type-drift: Feed.score: INT64 in production, DOUBLE in a.ckdb"),
      (
        "title STRING QUERYABLE", "title STRING SORTABLE",
        "index-drift: Feed.title: QUERYABLE in production, SORTABLE in a.ckdb"
      ),
      (
        "\"___recordID\" REFERENCE QUERYABLE,", "",
        "index-drift: Feed.___recordID: QUERYABLE in production, no index in a.ckdb"
      ),
      (
        "GRANT READ TO \"_world\"", "GRANT READ, CREATE TO \"_world\"",
        "grant-drift: grant to \"_world\" on Feed: READ in production, READ, CREATE in a.ckdb"
      ),
      (
        ", GRANT WRITE TO Editor", "",
        "grant-drift: GRANT WRITE TO Editor on Feed is in production but not in a.ckdb"
      ),
      (
        "label STRING )", "label STRING, GRANT READ TO \"_world\" )",
        "grant-drift: GRANT READ TO \"_world\" on Tag is in a.ckdb but not in production"
      ),
    ])
  func kinds(old: String, new: String, finding: String) {
    #expect(Self.live.contains(old))
    #expect(Self.drift(Self.live.replacing(old, with: new)) == [finding])
  }

  @Test("the advice names the environment of the live schema")
  func advice() throws {
    let file = Self.document("a.ckdb", Self.live.replacing("score INT64,", with: ""))
    let live = Self.document("production", Self.live)
    for (environment, command) in [
      (nil, "schema pull a.ckdb"), ("production", "schema pull --environment production a.ckdb"),
    ] {
      #expect(
        SchemaDrift(of: live, from: file, in: environment).findings.map(\.help) == [
          "'\(command)' replaces a.ckdb with what production has"
        ])
    }
  }

  @Test("order, comments, layout, undeclared system fields, and CloudKit's own record types are no drift")
  func equals() {
    let same = """
      // Another order.
      DEFINE SCHEMA
      RECORD TYPE Tag (
          "___etag"   STRING,
          label       STRING // shown
      );
      RECORD TYPE Users ( roles LIST<INT64>, GRANT WRITE TO "_creator" );
      RECORD TYPE Feed (
        GRANT WRITE TO Editor, score INT64, "title" STRING QUERYABLE, "___recordID" REFERENCE QUERYABLE,
        GRANT READ TO "_world"
      );
      CREATE ROLE Editor;
      """
    #expect(Self.drift(same) == [])
  }

  @Test("a finding is at the declaration in the file, and a bad example has its rule and a good one none")
  func places() throws {
    let file = Self.document("a.ckdb", Self.live.replacing("score INT64", with: "score DOUBLE"))
    let finding = try #require(SchemaDrift(of: Self.document("live", Self.live), from: file).findings.first)
    #expect(finding.range.map { file.file.source.string($0) } == "score")
    for rule in Rule.ofDrift {
      for (example, expected) in [(rule.bad, [rule.id]), (rule.good, [])] {
        let separator = try #require(example.range(of: "--- new ---\n"))
        let drift = SchemaDrift(
          of: Self.document("live", example[..<separator.lowerBound]),
          from: Self.document("a.ckdb", example[separator.upperBound...]))
        #expect(drift.findings.map(\.rule) == expected, "\(rule.id)")
      }
    }
  }

  @Test("a status names the next step of each declaration, and the rule that blocks it")
  func status() {
    let file = Self.live.replacing("score INT64", with: "score DOUBLE").replacing(
      "label STRING", with: "label STRING, color STRING")
    let development = Self.live.replacing("label STRING", with: "label STRING, color STRING, old STRING")
    let status = SchemaStatus(
      file: Self.document("a.ckdb", file), development: Self.document("development", development),
      production: Self.document("production", Self.live.replacing("score INT64,", with: "score INT64, gone STRING,")))
    let rows = status.rows.map { row in
      [
        row.declaration.description, row.file ?? "–", row.development ?? "–", row.production ?? "–", row.step.rawValue,
        row.rule ?? "–",
      ]
    }
    #expect(
      rows == [
        ["Feed.gone", "–", "–", "STRING", "pull", "–"],
        ["Feed.score", "DOUBLE", "INT64", "INT64", "blocked", "field-type-changed"],
        ["Tag.color", "STRING", "STRING", "–", "deploy", "–"],
        ["Tag.old", "–", "STRING", "–", "pull", "–"],
      ])
    #expect(status.count(.blocked) == 1)
  }
}
