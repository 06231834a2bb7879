import Foundation
import TestEnvironment
import Testing

@Suite("celestra-admin schema plan, policies and system types")
struct SchemaPlanPolicyTests {
  @Test(
    "each policy fails on what it protects",
    arguments: [
      ("GRANT READ TO \"_world\"", "GRANT READ TO \"_icloud\"", [0, 1, 1]),
      ("CREATE ROLE A;\n", "", [0, 0, 0]),
      ("title STRING", "title STRING, more STRING", [0, 0, 1]),
      ("n NUMBER", "n NUMBER PREFERRED AS INT64", [0, 0, 0]),
      ("n NUMBER", "n NUMBER PREFERRED AS INT64 QUERYABLE", [0, 0, 0]),
      ("n NUMBER", "n INT64", [1, 1, 1]),
    ])
  func policies(old: String, new: String, statuses: [Int32]) throws {
    let session = try Session()
    let schema = """
      DEFINE SCHEMA
      CREATE ROLE A;
      RECORD TYPE Feed ( title STRING, n NUMBER, GRANT READ TO "_world" );

      """
    try session.write(schema, to: "old.ckdb")
    try session.write(schema.replacing(old, with: new), to: "new.ckdb")
    for (policy, status) in zip(["deploy", "client", "source"], statuses) {
      #expect(
        try session.run("schema", "plan", "old.ckdb", "new.ckdb", "--policy", policy).status == status, "\(policy)")
    }
  }

  /// Record types that exports contain although their authors did not declare them.
  private static let system = """
    RECORD TYPE Users ( "___createTime" TIMESTAMP, roles LIST<INT64>, GRANT WRITE TO "_creator" );
    RECORD TYPE "cloudkit.share" ( "___recordID" REFERENCE QUERYABLE, "cloudkit.title" STRING );

    """

  @Test("CloudKit's own record types stay, with one note; fields that an author added to them are not CloudKit's")
  func systemTypes() throws {
    let session = try Session()
    try session.write(PlannedSchemas.old, to: "old.ckdb")
    try session.write(PlannedSchemas.old + Self.system, to: "export.ckdb")
    try session.write(PlannedSchemas.old.replacing("BYTES,", with: "BYTES, more STRING,"), to: "new.ckdb")
    #expect(
      try session.run("schema", "plan", "export.ckdb", "new.ckdb", "--policy", "client")
        == Session.Transcript(
          status: 0,
          out: """
            from export.ckdb to new.ckdb

            new fields
              allowed  Feed.more: added, STRING
                a field can be added at any time; existing records have no value for it

            1 step: 1 allowed; deployable (policy: client)
            note: new.ckdb leaves out Users and cloudkit.share, which CloudKit declares and keeps

            """, err: ""))
    #expect(
      try session.run("schema", "plan", "old.ckdb", "export.ckdb", "--security").out
        == "nothing to deploy: old.ckdb and export.ckdb have the same schema\n")
    try session.write(
      PlannedSchemas.old + Self.system.replacing("roles", with: "nickname STRING, roles"), to: "export.ckdb")
    #expect(try session.run("schema", "plan", "export.ckdb", "old.ckdb").status == 1)
    #expect(
      try session.findings("schema", "plan", "export.ckdb", "old.ckdb")
        == "old.ckdb: error: Users.nickname (STRING) is in export.ckdb but not in old.ckdb [field-removed]\n")
  }

  @Test("schemas without a common record type are noted: they are probably of two containers")
  func twoContainers() throws {
    let session = try Session()
    try session.write(PlannedSchemas.old + Self.system, to: "old.ckdb")
    try session.write("DEFINE SCHEMA RECORD TYPE Other ( f STRING );\n" + Self.system, to: "new.ckdb")
    let note = "note: old.ckdb and new.ckdb have no record type in common; check that both are of the same container\n"
    let plan = ["schema", "plan", "old.ckdb", "new.ckdb"]
    #expect(try session.run(plan).out.hasSuffix("\n" + note))
    #expect(try session.run(plan + ["--format", "markdown"]).out.hasSuffix("- " + note))
    for same in [["empty", "new.ckdb"], ["old.ckdb", "old.ckdb"]] {
      #expect(try !session.run(["schema", "plan"] + same).out.contains("in common"))
    }
  }

  @Test(
    "an additive change of a real export is allowed, and so is a schema without the export's system types",
    .enabled(if: Corpus.has("ckdb"), "\(Corpus.absence)"))
  func realExports() throws {
    let session = try Session()
    let files = try FileManager.default.contentsOfDirectory(atPath: Corpus.folder("ckdb").path).sorted()
    var checked = 0
    for file in files where file.hasSuffix(".ckdb") && !file.contains("@") {
      let export = try String(contentsOf: Corpus.folder("ckdb").appending(path: file), encoding: .utf8)
      guard export.contains("RECORD TYPE Users (") else { continue }
      try session.write(export, to: "export.ckdb")
      guard try session.run("schema", "validate", "export.ckdb").status == 0 else { continue }
      checked += 1
      try session.write(export + "\nRECORD TYPE Added ( title STRING, GRANT READ TO \"_world\" );\n", to: "new.ckdb")
      let added = try session.run("schema", "plan", "export.ckdb", "new.ckdb", "--policy", "client")
      #expect(added.status == 0, "\(file): \(added.out)")
      let users = try #require(export.firstRange(of: /\n *RECORD TYPE Users \([^;]*;/))
      try session.write(export.replacingCharacters(in: users, with: ""), to: "new.ckdb")
      let without = try session.run("schema", "plan", "export.ckdb", "new.ckdb", "--policy", "client")
      #expect(without.status == 0, "\(file): \(without.out)")
    }
    #expect(checked > 10)
  }
}
