import Foundation
import Testing

@Suite("celestra-admin schema model and parity")
struct SchemaParityCommandTests {
  private static let model = """
    <?xml version="1.0" encoding="UTF-8" standalone="yes"?>
    <model type="com.apple.IDECoreDataModeler.DataModel" usedWithCloudKit="YES">
      <entity name="Note">
        <attribute name="at" optional="YES" attributeType="Date"/>
        <attribute name="title" optional="YES" attributeType="String"/>
      </entity>
    </model>

    """

  private static let production = """
    DEFINE SCHEMA

        RECORD TYPE CD_Note ( // notes
            CD_entityName STRING,
            CD_title      STRING,
            GRANT READ TO "_world"
        );

    """

  private static func session() throws -> Session {
    let session = try Session()
    try session.write(model, to: "App.xcdatamodeld/App.xcdatamodel/contents")
    try session.write(production, to: "production.ckdb")
    return session
  }

  @Test("parity shows what is missing at the line of the model, and exits with 1")
  func missing() throws {
    let run = try Self.session().run("schema", "parity", "App.xcdatamodeld", "production.ckdb")
    #expect(run.status == 1)
    #expect(
      run.out.hasPrefix(
        """
        App.xcdatamodeld/App.xcdatamodel/contents:4:22: error: CD_Note in production.ckdb has no CD_at (TIMESTAMP), \
        which attribute 'at' of 'Note' needs [missing-field]
         4 |     <attribute name="at" optional="YES" attributeType="Date"/>
           |                      ^~
        """), "\(run.out)")
    #expect(run.out.contains("production.ckdb:3:17: note: in the schema"))
    #expect(run.out.hasSuffix("4 missing of what the app writes to 1 record type\n"))
  }

  @Test("JSON has an item for each field, and the findings")
  func json() throws {
    let run = try Self.session().run("schema", "parity", "App.xcdatamodeld", "production.ckdb", "--format", "json")
    let report = try JSONDecoder().decode(Output.self, from: Data(run.out.utf8))
    #expect(report.items.map(\.field) == ["CD_at", "CD_title_ckAsset", "CD_moveReceipt", "CD_moveReceipt_ckAsset"])
    #expect(report.items.allSatisfy { $0.state == "missing" && $0.recordType == "CD_Note" })
    #expect(report.diagnostics.map(\.severity) == ["error", "warning", "info"])
  }

  private struct Output: Decodable {
    struct Item: Decodable { let recordType, field, state: String }

    struct Finding: Decodable { let severity: String }

    let items: [Item]
    let diagnostics: [Finding]
  }

  @Test("the schema of a model, merged into an export, keeps the export and passes parity")
  func merged() throws {
    let session = try Self.session()
    let run = try session.run(
      "schema", "model", "App.xcdatamodeld", "--into", "production.ckdb", "--output", "new.ckdb")
    #expect(run == Session.Transcript(status: 0, out: "", err: ""))
    let text = try session.read("new.ckdb")
    #expect(text.contains("// notes") && text.contains("CD_title               STRING,\n"))
    #expect(text.contains("CD_at                  TIMESTAMP QUERYABLE SORTABLE"))
    let parity = try session.run("schema", "parity", "App.xcdatamodeld", "new.ckdb")
    #expect(parity.status == 0 && parity.out == "no error: new.ckdb has what the app writes: 1 record type\n")
  }

  @Test("a first schema is written into a folder that does not exist, as 'init' advises")
  func firstSchema() throws {
    let session = try Self.session()
    let run = try session.run(["model", "App.xcdatamodeld", "--output", "schema/schema.ckdb"], of: "ckdb")
    #expect(run == Session.Transcript(status: 0, out: "", err: ""))
    #expect(try session.read("schema/schema.ckdb").contains("RECORD TYPE CD_Note ("))
    for arguments in [["model", "App.xcdatamodeld"], ["merge", "schema/schema.ckdb", "schema/schema.ckdb"]] {
      #expect(try session.run(arguments + ["--output", "-"], of: "ckdb").out.contains("RECORD TYPE CD_Note ("))
    }
  }

  @Test("the indexes of a public database are added to system fields of an export")
  func publicIndexes() throws {
    let session = try Self.session()
    let key = "\"___recordID\" REFERENCE, // key\n            "
    try session.write(Self.production.replacing("CD_entityName", with: key + "CD_entityName"), to: "production.ckdb")
    let model = ["schema", "model", "App.xcdatamodeld", "--into", "production.ckdb", "--output", "new.ckdb"]
    #expect(try session.run(model + ["--indexes", "public"]).status == 0)
    let text = try session.read("new.ckdb")
    #expect(text.contains("REFERENCE QUERYABLE,") && text.contains("// key"), "\(text)")
    let parity = try session.run("schema", "parity", "App.xcdatamodeld", "new.ckdb", "--public")
    #expect(parity.status == 0, "\(parity)")
  }

  @Test("an export that has another type is not merged")
  func conflict() throws {
    let session = try Self.session()
    try session.write(Self.production.replacing("CD_title      STRING", with: "CD_title INT64"), to: "production.ckdb")
    let run = try session.run("schema", "model", "App.xcdatamodeld", "--into", "production.ckdb")
    #expect(run.status == 1 && run.out.isEmpty)
    #expect(
      run.err.contains("CD_Note.CD_title is INT64 in production.ckdb, but attribute 'title' of 'Note' needs STRING"))
  }

  @Test("a folder with models and sources is read as a whole, without its tests")
  func folder() throws {
    let session = try Self.session()
    try session.write("import SwiftData\n@Model final class Tag { var name: String? }\n", to: "App/Tag.swift")
    try session.write("@Model final class Mock { var name: String? }\n", to: "AppTests/Mock.swift")
    let run = try session.run("schema", "parity", ".", "production.ckdb")
    #expect(run.status == 1 && run.out.contains("no record type CD_Tag, which class 'Tag' needs"))
    #expect(!run.out.contains("Mock"))
  }

  @Test("the queries of code are drafted as a manifest that can be checked")
  func queries() throws {
    let session = try Session()
    try session.write(
      """
      func load() async throws {
        let query = CKQuery(recordType: "Note", predicate: NSPredicate(format: "title == %@", title))
        query.sortDescriptors = [NSSortDescriptor(key: "creationDate", ascending: false)]
      }
      """, to: "App/Store.swift")
    try session.write(
      """
      DEFINE SCHEMA
      RECORD TYPE Note (
        "___createTime" TIMESTAMP SORTABLE, title STRING QUERYABLE, GRANT READ TO "_icloud", GRANT WRITE TO "_creator"
      );

      """, to: "notes.ckdb")
    let run = try session.run("schema", "parity", "App", "notes.ckdb", "--queries-draft", "queries.json")
    #expect(run.status == 0, "\(run)")
    let check = try session.run("schema", "queries", "notes.ckdb", "--queries", "queries.json")
    #expect(check.out.contains("1 of 1 declared queries served"), "\(check)")
  }

  @Test(
    "what cannot be read is refused with the reason",
    arguments: [
      (["App.xcdatamodeld", "gone.ckdb"], "cannot read gone.ckdb"),
      (["gone", "production.ckdb"], "no such file or folder"),
      (["production.ckdb", "production.ckdb"], "it is not a model"),
      (["Empty.xcdatamodeld", "production.ckdb"], "it has no version"),
      (["Beside.xcdatamodeld", "production.ckdb"], "'contents' belongs in an .xcdatamodel folder"),
      (["Old.xcdatamodeld", "production.ckdb"], "the binary form of Xcode 3"),
      (["Two.xcdatamodeld", "production.ckdb"], "pass --model-version with one of 'A', 'B'"),
      (["App.xcdatamodeld", "production.ckdb", "--configuration", "Cloud"], "has no configuration 'Cloud'"),
      (["App.xcdatamodeld", "production.ckdb", "--model-version", "App 2"], "has no version 'App 2'"),
      (["Nothing", "production.ckdb"], "the folder has no model and no Swift file"),
    ])
  func refusals(arguments: [String], reason: String) throws {
    let session = try Self.session()
    try session.write("", to: "Empty.xcdatamodeld/.keep")
    try session.write(Self.model, to: "Beside.xcdatamodeld/contents")
    try session.write("", to: "Old.xcdatamodeld/Old.xcdatamodel/elements")
    for name in ["A", "B"] { try session.write(Self.model, to: "Two.xcdatamodeld/\(name).xcdatamodel/contents") }
    try session.write("", to: "Nothing/readme.txt")
    let run = try session.run(["schema", "parity"] + arguments)
    #expect(run.status == 2 && run.err.contains(reason), "\(run)")
  }

  @Test("a damaged model is a finding and exits with 2")
  func damaged() throws {
    let session = try Self.session()
    try session.write("<model>\n<<<<<<< HEAD\n", to: "App.xcdatamodeld/App.xcdatamodel/contents")
    for command in [["model", "App.xcdatamodeld"], ["parity", "App.xcdatamodeld", "production.ckdb"]] {
      let run = try session.run(["schema"] + command)
      #expect(run.status == 2 && (run.out + run.err).contains("unresolved merge conflict"), "\(run)")
    }
  }

  @Test("code without a model has no schema to print")
  func withoutModel() throws {
    let session = try Session()
    try session.write("import CloudKit\nlet record = CKRecord(recordType: \"Feed\")\n", to: "App/R.swift")
    let run = try session.run(["model", "App"], of: "ckdb")
    #expect(run.status == 2 && run.out.isEmpty && run.err.contains("App has no Core Data model"), "\(run)")
  }
}
