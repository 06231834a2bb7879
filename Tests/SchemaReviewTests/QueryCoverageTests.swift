import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview
import Testing

@Suite("Declared queries against indexes")
struct QueryCoverageTests {
  private static let schema = SchemaDocument(
    SourceText(
      name: "s.ckdb",
      text: """
        DEFINE SCHEMA RECORD TYPE Feed (
          "___recordID" REFERENCE QUERYABLE, title STRING QUERYABLE SEARCHABLE, score INT64 SORTABLE,
          tags LIST<STRING> QUERYABLE SORTABLE, blob BYTES, GRANT READ TO "_world"
        );
        RECORD TYPE Bare (a STRING);
        """))

  private static func coverage(type: String = "Feed", filters: String = "", sort: String = "") -> QueryCoverage {
    let manifest = QueryManifest(
      SourceText(
        name: "q.json",
        text: """
          {"queries": [{"schema": "s", "name": "n", "usedBy": ["app"], "recordType": "\(type)",
            "filters": [\(filters)], "sort": [\(sort)]},
            {"schema": "other", "name": "n", "usedBy": ["app"], "recordType": "None", "filters": [], "sort": []}]}
          """))
    return QueryCoverage(manifest, against: schema, named: "s")
  }

  private static func filter(_ field: String, _ comparator: String) -> String {
    "{\"field\": \"\(field)\", \"comparator\": \"\(comparator)\"}"
  }

  @Test(
    "what a filter asks for is told from what the indexes serve",
    arguments: [
      ("title", "EQUALS", nil),
      ("title", "CONTAINS_ALL_TOKENS", nil),
      ("tags", "LIST_CONTAINS", nil),
      ("blob", "EQUALS", "error unserved-filter: EQUALS needs Feed.blob to be QUERYABLE"),
      (
        "score", "LESS_THAN",
        "warning unserved-filter: Feed.score is SORTABLE but not QUERYABLE: a range may be refused"
      ),
      ("tags", "EQUAL", "error unsupported-comparator: CloudKit cannot compare by 'EQUAL'"),
      ("title", "CONTAINS[cd]", "error unsupported-comparator: CloudKit cannot compare by 'CONTAINS[cd]'"),
      ("title", "OR", "error unsupported-comparator: CloudKit cannot compare by 'OR'"),
      ("title", "NEAR", "error unsupported-comparator: Feed.title is STRING, which NEAR cannot compare"),
      ("titel", "EQUALS", "error unknown-field: Feed has no field 'titel' in s.ckdb"),
    ] as [(String, String, String?)])
  func filters(field: String, comparator: String, expected: String?) {
    let coverage = Self.coverage(filters: Self.filter(field, comparator))
    #expect(
      coverage.manifestDiagnostics.map { "\($0.severity) \($0.rule): \($0.message)" }
        == [expected].compactMap(\.self))
    #expect(coverage.isServed == [!(expected?.hasPrefix("error") ?? false)])
    #expect(coverage.manifestDiagnostics.allSatisfy { $0.range != nil && $0.path == "queries[0]" && $0.help != nil })
  }

  @Test("record types, sorting and queries without a filter are checked too")
  func others() {
    func rules(_ coverage: QueryCoverage) -> [String] {
      coverage.manifestDiagnostics.map { "\($0.rule): \($0.message)" }
    }
    #expect(rules(Self.coverage()).isEmpty)
    #expect(
      rules(Self.coverage(type: "Bare"))
        == ["unserved-filter: a query without a filter needs Bare.___recordID QUERYABLE"])
    #expect(rules(Self.coverage(type: "Feeds")) == ["unknown-record-type: s.ckdb has no record type 'Feeds'"])
    #expect(Self.coverage(type: "Feeds").manifestDiagnostics.map(\.help) == ["did you mean Feed?"])
    func sort(_ field: String) -> String { "{\"field\": \"\(field)\", \"order\": \"ascending\"}" }
    #expect(rules(Self.coverage(sort: sort("score"))).isEmpty)
    #expect(
      rules(Self.coverage(sort: sort("title"))) == ["unserved-sort: sorting needs Feed.title to be SORTABLE"])
    #expect(
      rules(Self.coverage(sort: sort("tags")))
        == ["unserved-sort: Feed.tags is a list, by which CloudKit cannot sort"])
  }

  @Test("indexes no query needs are told at their fields, but not the one CloudKit Console needs")
  func unused() {
    #expect(
      Self.coverage(filters: Self.filter("title", "EQUALS")).schemaDiagnostics.map(\.message) == [
        "no declared query needs Feed.title to be SEARCHABLE", "no declared query needs Feed.score to be SORTABLE",
        "no declared query needs Feed.tags to be QUERYABLE SORTABLE",
      ])
  }

  @Test("mistakes of a manifest are told with their paths, and a query with one is not called served")
  func mistakes() {
    let manifest = QueryManifest(
      SourceText(
        name: "q.json",
        text: """
          {"queries": [{"schema": "s", "name": "n", "usedBy": ["app"], "recordTyp": "Feed", "filters": 1,
            "sort": [{"field": "score", "order": "up"}]}, 3]}
          """))
    #expect(manifest.queries.isEmpty)
    #expect(
      manifest.diagnostics.map { "\($0.path ?? ""): \($0.rule)" } == [
        "queries[0].filters: json-type", "queries[0].recordTyp: unknown-key", "queries[0]: missing-key",
        "queries[0].sort[0].order: unknown-order", "queries[1]: json-type",
      ])
  }

  @Test("the shipped schemas serve every declared query", arguments: ["celestra", "celestrakit"])
  func shipped(name: String) throws {
    let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../schema")
    func source(_ file: String) throws -> SourceText {
      SourceText(name: file, bytes: Array(try Data(contentsOf: root.appending(path: file))))
    }
    let coverage = QueryCoverage(
      QueryManifest(try source("queries.json")), against: SchemaDocument(try source("\(name).ckdb")), named: name)
    #expect(coverage.queries.count > 20)
    #expect(coverage.manifestDiagnostics.filter { $0.severity == .error }.map(\.message).isEmpty)
    #expect(coverage.isServed.allSatisfy { $0 })
  }
}
