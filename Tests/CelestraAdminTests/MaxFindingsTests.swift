import Testing

@Suite("--limit limits the findings that schema commands show")
struct MaxFindingsTests {
  private static let schema = """
    DEFINE SCHEMA
    RECORD TYPE T (
      "___recordID" REFERENCE QUERYABLE,
      a STRING QUERYABLE,
      b STRING QUERYABLE,
      c STRING QUERYABLE,
      GRANT READ TO "_world"
    );

    """

  @Test(
    "counts and exit status cover all findings",
    arguments: [
      (["validate", "bad.ckdb"], 1, "3 errors; 2 hidden by --limit"),
      (["lint", "bad.ckdb"], 1, "3 errors; 2 hidden by --limit"),
      (
        ["plan", "s.ckdb", "less.ckdb"], 1,
        "3 steps: 3 refused in production; not deployable (policy: deploy); 2 findings hidden by --limit"
      ),
      (
        ["queries", "s.ckdb", "--queries", "queries.json"], 1,
        "3 errors; 2 hidden by --limit"
      ),
    ])
  func bounded(arguments: [String], status: Int32, counts: String) throws {
    let session = try Session()
    try session.write(Self.schema, to: "s.ckdb")
    try session.write(Self.schema.replacing("STRING", with: "STRNG"), to: "bad.ckdb")
    let less = Self.schema.split(separator: "\n").filter { !$0.contains(" STRING ") }.joined(separator: "\n")
    try session.write(less + "\n", to: "less.ckdb")
    let sort = ["a", "b", "c"].map { #"{"field": "\#($0)", "order": "ascending"}"# }.joined(separator: ", ")
    let query = #"{"schema": "s", "name": "n", "recordType": "T", "filters": [], "sort": [\#(sort)]}"#
    try session.write(#"{"queries": [\#(query)]}"#, to: "queries.json")
    let one = try session.run(["schema"] + arguments + ["--limit", "1"])
    #expect(one.status == status)
    #expect(one.out.split(separator: "\n").contains { $0 == counts }, "\(one.out)")
    #expect(one.out.split(separator: "\n").count { $0.contains(": error") || $0.contains(": info: ") } == 1)
    let all = try session.run(["schema"] + arguments + ["--limit", "0", "--format", "json"])
    #expect(all.status == status)
    #expect(all.out.matches(of: #/"rule" : /#).count >= 3)
    #expect(all.out.contains("\"hidden\" : 0"))
    #expect(try session.run(["schema"] + arguments + ["--limit", "-1"]).status == 64)
  }
}
