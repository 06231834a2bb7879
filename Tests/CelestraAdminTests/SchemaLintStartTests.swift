import ArgumentParser
import Foundation
import Testing

@testable import CelestraAdmin

@Suite("schema lint with nothing but files, which starts without the parser")
struct SchemaLintStartTests {
  @Test(
    "the run is the one that the parser creates",
    arguments: [
      ["a.ckdb"], ["a.ckdb", "b.ckdb", "a.ckdb"], [""], ["help"], ["lint"], ["main:a.ckdb"], ["*.ckdb", "é"],
    ])
  func equal(files: [String]) throws {
    let run = try #require(SchemaLint(commandLine: ["schema", "lint"] + files))
    #expect(try SchemaLintCommand.parse(files).lint == run)
  }

  @Test(
    "other command lines are left to the parser",
    arguments: [
      [], ["schema"], ["schema", "lint"], ["schema", "validate", "a.ckdb"], ["lint", "a.ckdb"],
      ["schema", "lint", "-"], ["schema", "lint", "a.ckdb", "--fix"], ["schema", "lint", "--", "a.ckdb"],
      ["--version", "schema", "lint", "a.ckdb"],
    ])
  func others(arguments: [String]) { #expect(SchemaLint(commandLine: arguments) == nil) }

  @Test(
    "output and exit status are those of a run with options",
    arguments: [
      (["good.ckdb"], 0), (["warned.ckdb"], 0), (["bad.ckdb"], 1), (["bad.ckdb", "good.ckdb"], 1), (["."], 1),
      (["missing.ckdb"], 2), (["good.ckdb", "missing.ckdb"], 2), ([""], 2), (["empty"], 0), (["folder"], 2),
      (["g*.ckdb"], 0), (["x*.ckdb"], 2), (["main:good.ckdb"], 2),
    ] as [([String], Int32)],
    [
      "", "accepted: accepted.json\n", "rules:\n  number-type: error\n", "rules:\n  nmber-type: error\n", "schema: [\n",
    ])
  func transcripts(files: (names: [String], status: Int32), configuration: String) throws {
    let session = try Session()
    try session.write(
      "DEFINE SCHEMA\nRECORD TYPE A (\n  n NUMBER,\n  GRANT READ TO \"_world\"\n);\n", to: "warned.ckdb")
    try session.write("DEFINE SCHEMA\nRECORD TYPE A (\n  n STRNG\n);\n", to: "bad.ckdb")
    try session.write("// ckdb:ignore-file recordid-not-queryable -- no list\n" + Self.good, to: "good.ckdb")
    try FileManager.default.createDirectory(atPath: session.path("folder"), withIntermediateDirectories: true)
    if !configuration.isEmpty { try session.write(configuration, to: ".celestra-admin.yaml") }
    let run = try session.run(["schema", "lint"] + files.names)
    #expect(run == (try session.run(["schema", "lint", "--color", "auto"] + files.names)))
    if configuration.isEmpty { #expect(run.status == files.status, "\(run)") }
  }

  private static let good = "DEFINE SCHEMA\nRECORD TYPE A (\n  a STRING,\n  GRANT READ TO \"_world\"\n);\n"
}
