import Foundation
import Testing

@Suite("celestra-admin schema queries")
struct SchemaQueriesCommandTests {
  @Test("an unserved query is reported at its place, and the indexes of its type are not called unused")
  func text() throws {
    let session = try Session()
    try session.write("DEFINE SCHEMA RECORD TYPE T (\n  a STRING QUERYABLE,\n  b INT64 SORTABLE\n);\n", to: "s.ckdb")
    try session.write(
      """
      {"queries": [
        {"schema": "s", "name": "n", "usedBy": ["app"], "recordType": "T",
          "filters": [{"field": "a", "comparator": "EQUALS"}],
          "sort": [{"field": "a", "order": "ascending"}]}
      ]}

      """, to: "q.json")
    #expect(
      try session.run("schema", "queries", "s.ckdb", "--queries", "q.json")
        == Session.Transcript(
          status: 1,
          out: """
            q.json:4:24: error: queries[0]: query 'n': sorting needs T.a to be SORTABLE [unserved-sort]
             4 |     "sort": [{"field": "a", "order": "ascending"}]}
               |                        ^~~
               = add SORTABLE to a in s.ckdb
            1 error
            s.ckdb: 0 of 1 declared queries served; record types with unused indexes: 0

            """, err: ""))
    #expect(try session.run("schema", "queries", "s.ckdb").status == 2)
  }

  @Test("the unused indexes of a record type are one finding; of a manifest that cannot be read, nothing is unused")
  func unused() throws {
    let session = try Session()
    try session.write(
      "DEFINE SCHEMA RECORD TYPE T (\n  a STRING QUERYABLE SORTABLE,\n  b INT64 SORTABLE\n);\n", to: "s.ckdb")
    func query(_ name: String) -> String {
      #"{"schema": "s", "name": "\#(name)", "recordType": "T", "sort": [], "#
        + #""filters": [{"field": "a", "comparator": "EQUALS"}]}"#
    }
    try session.write("{\"queries\": [\(query("n"))]}\n", to: "q.json")
    #expect(
      try session.findings("schema", "queries", "s.ckdb", "--queries", "q.json")
        == "s.ckdb:1:27: info: no declared query uses indexes of 2 fields of 'T': a SORTABLE, b SORTABLE [unused-index]\n"
    )
    try session.write("{\"queries\": [\(query("n")), \(query("A B"))]}\n", to: "q.json")
    #expect(try !session.findings("schema", "queries", "s.ckdb", "--queries", "q.json").contains("unused-index"))
  }

  @Test("a run that would check nothing fails; --schema-name says which queries to check")
  func names() throws {
    let session = try Session()
    try session.write("DEFINE SCHEMA RECORD TYPE T ( \"___recordID\" REFERENCE QUERYABLE );\n", to: "exported.ckdb")
    let query = #"{"schema": "s", "name": "n", "recordType": "T", "filters": [], "sort": []}"#
    try session.write(#"{"queries": [\#(query)]}"#, to: "q.json")
    #expect(
      try session.run("schema", "queries", "exported.ckdb", "--queries", "q.json")
        == Session.Transcript(
          status: 1,
          out: """
            q.json: error: no query is for the schema 'exported': the manifest has queries for s only [no-matching-query]
              = pass one of these names with --schema-name, or correct the key 'schema' of the queries
            1 error
            exported.ckdb: no queries in q.json; record types with unused indexes: 0

            """, err: ""))
    session.input = try session.read("exported.ckdb")
    #expect(try session.run("schema", "queries", "-", "--queries", "q.json").status == 1)
    for input in [
      ["exported.ckdb", "--schema-name", "s"], ["-", "--schema-name", "s"], ["-", "--stdin-filename", "s.ckdb"],
    ] {
      #expect(
        try session.run(["schema", "queries", "--queries", "q.json"] + input).out.hasSuffix(
          "1 of 1 declared queries served; record types with unused indexes: 0\n"))
    }
  }

  @Test("the shipped schemas serve every declared query", arguments: ["celestra", "celestrakit"])
  func shipped(name: String) throws {
    let session = try Session(copying: "schema")
    let run = try session.run("schema", "queries", "schema/\(name).ckdb")
    #expect(run.status == 0)
    #expect(!run.out.contains(" 0 declared queries"))
  }
}
