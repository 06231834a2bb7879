import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview
import Testing

@Suite("Query coverage")
struct QueryCoverageTests {
  private static let schema = SchemaDocument(
    SourceText(
      name: "s.ckdb",
      text: """
        DEFINE SCHEMA RECORD TYPE Feed (
          "___recordID" REFERENCE QUERYABLE, title STRING QUERYABLE SEARCHABLE, score INT64 SORTABLE,
          tags LIST<STRING> QUERYABLE SORTABLE, blob BYTES, rank INT64 QUERYABLE, icon ASSET, secret ENCRYPTED STRING,
          owner REFERENCE, GRANT READ TO "_world"
        );
        RECORD TYPE Bare (a STRING);
        RECORD TYPE Users (roles LIST<INT64>, nickname STRING QUERYABLE);
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
    "a filter that lacks an index is reported",
    arguments: [
      ("title", "EQUALS", nil),
      ("title", "CONTAINS_ALL_TOKENS", nil),
      ("tags", "LIST_CONTAINS", nil),
      ("blob", "EQUALS", "error unserved-filter: query 'n': EQUALS needs Feed.blob to be QUERYABLE"),
      ("rank", "GREATER_THAN", "error unserved-filter: query 'n': GREATER_THAN needs Feed.rank to be SORTABLE"),
      ("rank", "EQUALS", nil),
      (
        "secret", "EQUALS",
        "error unserved-filter: query 'n': Feed.secret is ENCRYPTED STRING, for which CloudKit has no QUERYABLE index"
      ),
      ("creationDate", "LESS_THAN", "error unknown-field: query 'n': Feed has no field 'creationDate' in s.ckdb"),
      (
        "score", "LESS_THAN",
        "warning unserved-filter: query 'n': Feed.score is SORTABLE but not QUERYABLE, so CloudKit may refuse a range"
      ),
      ("tags", "EQUAL", "error unsupported-comparator: query 'n': CloudKit has no comparator 'EQUAL'"),
      ("title", "CONTAINS[cd]", "error unsupported-comparator: query 'n': CloudKit has no comparator 'CONTAINS[cd]'"),
      ("title", "OR", "error unsupported-comparator: query 'n': CloudKit has no comparator 'OR'"),
      ("title", "NEAR", "error unsupported-comparator: query 'n': NEAR cannot compare Feed.title, which is STRING"),
      ("titel", "EQUALS", "error unknown-field: query 'n': Feed has no field 'titel' in s.ckdb"),
    ] as [(String, String, String?)])
  func filters(field: String, comparator: String, expected: String?) {
    let coverage = Self.coverage(filters: Self.filter(field, comparator))
    #expect(
      coverage.manifestDiagnostics.map { "\($0.severity) \($0.rule): \($0.message)" }
        == [expected].compactMap(\.self))
    #expect(coverage.isServed == [!(expected?.hasPrefix("error") ?? false)])
    #expect(coverage.manifestDiagnostics.allSatisfy { $0.range != nil && $0.path == "queries[0]" && $0.help != nil })
  }

  @Test(
    "names of system fields in other CloudKit APIs point to the field",
    arguments: [
      ("creationDate", "___createTime"), ("modificationDate", "___modTime"), ("recordName", "___recordID"),
      ("creatorUserRecordID", "___createdBy"), ("lastModifiedUserRecordID", "___modifiedBy"), ("titel", "title"),
    ])
  func aliases(field: String, meant: String) {
    let coverage = Self.coverage(filters: Self.filter(field, "EQUALS"))
    #expect(coverage.manifestDiagnostics.map(\.help) == ["did you mean \(meant)?"])
  }

  @Test("a manifest without a query for the schema fails, and names its schemas")
  func none() {
    func messages(_ queries: String) -> [String] {
      let manifest = QueryManifest(SourceText(name: "q.json", text: "{\"queries\": [\(queries)]}"))
      let coverage = QueryCoverage(manifest, against: Self.schema, named: "s")
      #expect(coverage.schemaDiagnostics.isEmpty)
      return coverage.manifestDiagnostics.map { "\($0.severity) \($0.rule): \($0.message)" }
    }
    func query(_ schema: String) -> String {
      "{\"schema\": \"\(schema)\", \"name\": \"n\", \"recordType\": \"Feed\", \"filters\": [], \"sort\": []}"
    }
    #expect(
      messages("\(query("b")), \(query("a"))")
        == ["error no-matching-query: no query is for the schema 's': the manifest has queries for a, b only"])
    #expect(
      messages("") == ["error no-matching-query: no query is for the schema 's': the manifest declares no queries"])
  }

  @Test("record types, sort fields and queries without a filter are checked")
  func others() {
    func rules(_ coverage: QueryCoverage) -> [String] {
      coverage.manifestDiagnostics.map { "\($0.rule): \($0.message)" }
    }
    #expect(rules(Self.coverage()).isEmpty)
    #expect(
      rules(Self.coverage(type: "Bare"))
        == ["unserved-filter: query 'n': a query without a filter needs Bare.___recordID to be QUERYABLE"])
    #expect(
      rules(Self.coverage(type: "Feeds")) == ["unknown-record-type: query 'n': s.ckdb has no record type 'Feeds'"])
    #expect(Self.coverage(type: "Feeds").manifestDiagnostics.map(\.help) == ["did you mean Feed?"])
    func sort(_ field: String) -> String { "{\"field\": \"\(field)\", \"order\": \"ascending\"}" }
    #expect(rules(Self.coverage(sort: sort("score"))).isEmpty)
    #expect(
      rules(Self.coverage(sort: sort("title"))) == ["unserved-sort: query 'n': sorting needs Feed.title to be SORTABLE"]
    )
    #expect(
      rules(Self.coverage(sort: sort("tags")))
        == ["unserved-sort: query 'n': Feed.tags is LIST<STRING>, for which CloudKit has no SORTABLE index"])
    for (field, type) in [("icon", "ASSET"), ("owner", "REFERENCE"), ("secret", "ENCRYPTED STRING")] {
      #expect(
        rules(Self.coverage(sort: sort(field)))
          == ["unserved-sort: query 'n': Feed.\(field) is \(type), for which CloudKit has no SORTABLE index"])
    }
    #expect(
      rules(Self.coverage(type: "Users"))
        == ["unknown-record-type: query 'n': CloudKit refuses queries for Users, a system record type"])
  }

  @Test("unused indexes of a record type are one finding, except the one that CloudKit Console needs")
  func unused() {
    #expect(
      Self.coverage(filters: Self.filter("title", "EQUALS")).schemaDiagnostics.map(\.message) == [
        "no declared query uses indexes of 4 fields of 'Feed': title SEARCHABLE, score SORTABLE, "
          + "tags QUERYABLE SORTABLE, rank QUERYABLE"
      ])
  }

  @Test("while a query of a record type is not served, none of its indexes is called unused")
  func unusedBesideFailure() {
    let coverage = Self.coverage(filters: Self.filter("titel", "EQUALS"))
    #expect(coverage.isServed == [false] && coverage.schemaDiagnostics.isEmpty)
  }

  @Test("mistakes in a manifest are reported with their paths, and a query with a mistake is not served")
  func mistakes() {
    let manifest = QueryManifest(
      SourceText(
        name: "q.json",
        text: """
          {"queries": [{"schema": "s", "name": "n", "usedBy": ["app"], "recordTyp": "Feed", "filters": 1,
            "sort": [{"field": "score", "order": "up"}]}, 3,
            {"schema": "s", "name": "Bad name", "usedBy": [], "recordType": "Feed", "filters": [], "sort": []},
            {"schema": "s", "name": "a-1", "recordType": "Feed", "filters": [], "sort": []},
            {"schema": "t", "name": "a-1", "recordType": "Feed", "filters": [], "sort": []},
            {"schema": "s", "name": "a-1", "recordType": "Feed", "filters": [], "sort": []},
            {"schema": "u", "name": "a-1", "usedBy": ["", " "], "recordType": "Feed", "filters": [], "sort": []}]}
          """))
    #expect(manifest.queries.map(\.path) == ["queries[3]", "queries[4]"])
    #expect(
      manifest.diagnostics.map { "\($0.path ?? ""): \($0.rule)" } == [
        "queries[0].filters: json-type", "queries[0].recordTyp: unknown-key", "queries[0]: missing-key",
        "queries[0].sort[0].order: unknown-order", "queries[1]: json-type", "queries[2].name: query-name",
        "queries[2].usedBy: empty-value", "queries[5].name: duplicate-query",
        "queries[6].usedBy: empty-value",
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
