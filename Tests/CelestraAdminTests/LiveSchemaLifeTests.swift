import TestEnvironment
import Testing

@Suite("The life of a live schema")
struct LiveSchemaLifeTests {
  @Test(
    "pull, edit, lint, plan, push, status, deploy, drift, and reset give the same results with cktool and over HTTP",
    .enabled(if: TestProgram("curl") != nil, "curl is missing"), arguments: LiveSession.Way.allCases)
  func life(way: LiveSession.Way) throws {
    let live = try LiveSession(way, confirmed: ["import", "validate", "reset"])
    var text = try live.run("schema", "pull", "feeds.ckdb", "--environment", "production")
    text += try live.run("schema", "status", "feeds.ckdb")
    let pulled = try live.session.contents("feeds.ckdb")
    try live.session.write(pulled, to: "old.ckdb")
    try live.session.write(
      pulled.replacing("        title ", with: "        score           INT64 SORTABLE,\n        title "),
      to: "feeds.ckdb")
    text += try live.run("schema", "lint", "feeds.ckdb")
    text += try live.run("schema", "plan", "old.ckdb", "feeds.ckdb")
    text += try live.run("schema", "status", "feeds.ckdb")
    text += try live.run("schema", "deploy", "feeds.ckdb")
    text += try live.run("schema", "push", "feeds.ckdb", "--yes")
    text += try live.run("schema", "push", "feeds.ckdb", "--yes")
    text += try live.run("schema", "drift", "feeds.ckdb")
    text += try live.run("schema", "deploy", "feeds.ckdb", "--stage-only", "--baseline", "baseline.ckdb")
    text += try live.run("schema", "deploy", "feeds.ckdb", "--verify-only")
    try live.deployInConsole()
    text += try live.run("schema", "deploy", "feeds.ckdb", "--verify-only", "--baseline", "baseline.ckdb")
    text += try live.run("schema", "drift", "feeds.ckdb", "--baseline", "baseline.ckdb")
    text += try live.run("schema", "status", "feeds.ckdb")
    text += try live.run("schema", "reset", "feeds.ckdb", "--confirm", "iCloud.org.example.celestra")
    #expect(try text == LiveSession.fixture("live-schema-life.txt"))
    #expect(
      try live.writes()
        == (way == .http
          ? ["validate 200", "schema 202", "reset 202"] : ["validate-schema", "import-schema", "reset-schema"]))
  }
}
