import Foundation
import TestEnvironment
import Testing

@testable import CommandLineTool

@Suite("celestra-admin schema init")
struct SchemaInitTests {
  private static let schema = "DEFINE SCHEMA\nRECORD TYPE Note (\n  title STRING\n);\n"

  @Test("an empty repository with a schema gets a configuration and a workflow, and nothing is overwritten")
  func transcript() throws {
    let session = try Session()
    try session.write(Self.schema, to: "schema/schema.ckdb")
    try session.write(Self.schema, to: "schema/production.ckdb")
    try session.write(Self.schema, to: "Pods/Other/other.ckdb")
    try session.write("{\"queries\": []}", to: "schema/queries.json")
    try session.git("init", "-q")
    let asked = try session.ckdb("init")
    #expect(asked.status == 2 && asked.out == "")
    #expect(
      asked.err.hasPrefix(
        """
        ckdb: error: cannot ask for confirmation: standard input is not a terminal; pass --yes to confirm:
        .ckdb.yaml:
          schema: schema/schema.ckdb  # what commands read if no file is given
          queries: schema/queries.json
          databases:
            default: private  # inferred from no grants

        .github/workflows/schema.yml:
          on: pull_request
          permissions: {}
        """), "\(asked.err)")
    #expect(asked.err.hasSuffix("write these files?\n"))
    #expect(
      try session.ckdb("init", "--yes")
        == .init(
          status: 0, out: "created .ckdb.yaml\ncreated .github/workflows/schema.yml\n",
          err: "next: 'ckdb lint' shows what to fix; commit the new files\n"))
    #expect(try session.ckdb("lint").status == 0)
    #expect(try session.ckdb("config").out.contains("schema/schema.ckdb"))
    let (configuration, workflow) = (try session.read(".ckdb.yaml"), try session.read(".github/workflows/schema.yml"))
    session.current = "schema"
    #expect(
      try session.ckdb("init", "--yes")
        == .init(
          status: 0, out: "nothing to do\n",
          err: "kept .ckdb.yaml: it exists\nkept .github/workflows/schema.yml: it exists\n"))
    #expect(try session.read(".ckdb.yaml") == configuration)
    #expect(try session.read(".github/workflows/schema.yml") == workflow)
  }

  @Test("from a folder below, the files go to the root; a configuration without a schema is kept, with what to add")
  func below() throws {
    let session = try Session()
    try session.write(Self.schema, to: "App/a.ckdb")
    try session.write("policy: client\n", to: ".ckdb.yaml")
    try session.git("init", "-q")
    session.current = "App"
    #expect(
      try session.ckdb("init", "a.ckdb", "--yes")
        == .init(
          status: 0, out: "created .github/workflows/schema.yml\n",
          err: "kept .ckdb.yaml: it exists\nadd to .ckdb.yaml: schema: App/a.ckdb\n"
            + "next: 'ckdb lint' shows what to fix; commit the new files\n"))
    #expect(FileManager.default.fileExists(atPath: session.path(".github/workflows/schema.yml")))
  }

  @Test(
    "the schema to add to a configuration below the root is relative to that file",
    arguments: [("schema/a.ckdb", "schema/a.ckdb"), ("../b.ckdb", "../b.ckdb")])
  func configurationBelow(argument: String, schema: String) throws {
    let session = try Session()
    for file in ["catalog/schema/a.ckdb", "b.ckdb"] { try session.write(Self.schema, to: file) }
    try session.write("truth: files\n", to: "catalog/.celestra-admin.yaml")
    try session.git("init", "-q")
    session.current = "catalog"
    let run = try session.run("schema", "init", argument, "--yes")
    #expect(run.err.contains("\nadd to catalog/.celestra-admin.yaml: schema: \(schema)\n"), "\(run)")
    try session.write("schema: \(schema)\n", to: "catalog/.celestra-admin.yaml")
    #expect(try session.run("schema", "validate").status == 0)
  }

  @Test("without a schema, the command says how to get one; of three, it names them")
  func refusals() throws {
    let session = try Session()
    let none = try session.ckdb("init", "--yes")
    #expect(none.status == 2 && none.err.hasPrefix("ckdb: error: no .ckdb file here or below; get one, then run the"))
    #expect(none.err.contains("xcrun cktool export-schema") && none.err.contains("ckdb model PATH"))
    for name in ["a.ckdb", "b/c.ckdb"] { try session.write(Self.schema, to: name) }
    #expect(try session.ckdb("init", "--yes").err.hasPrefix("ckdb: error: 2 schemas: a.ckdb, b/c.ckdb; "))
    try session.write(Self.schema, to: "b/d.ckdb")
    #expect(
      try session.ckdb("init", "--yes").err
        == "ckdb: error: 3 schemas: a.ckdb, b/c.ckdb, b/d.ckdb; pass the one that the app uses: 'ckdb init FILE'\n")
    #expect(try session.ckdb("init", "b/c.ckdb", "--yes").status == 0)
    #expect(try session.read(".ckdb.yaml").hasPrefix("schema: b/c.ckdb  #"))
    try session.write("import CloudKit\nlet x = 1\n", to: "x.ckdb")
    let swift = try session.ckdb("init", "x.ckdb", "--yes")
    #expect(swift.status == 2 && swift.err.contains("cannot set up x.ckdb: it has errors\nx.ckdb:1:1: error: "))
  }

  @Test(
    "a schema is chosen by its number on a terminal",
    arguments: [("2", "b"), ("3", nil), ("x", nil), (nil, nil)] as [(String?, String?)])
  func choice(answer: String?, chosen: String?) {
    let asked: @Sendable (String) -> String? = { question in question == "2 schemas:\n  1. a\n  2. b" ? answer : "1" }
    let result = Confirmation.$user.withValue(asked) {
      try? Confirmation.choice("2 schemas", among: ["a", "b"], instead: "pass one")
    }
    #expect(result == chosen)
  }

  @Test(
    "the databases are those that the schema shows, and the configuration is valid",
    arguments: [
      (#"CD_Note (CD_title STRING)"#, ["databases:", "  default: private  # inferred from the names of Core Data"]),
      (
        #"Note (s ENCRYPTED STRING, GRANT READ TO "_creator"); RECORD TYPE CD_A (CD_b STRING); "#
          + #"RECORD TYPE Feed (t STRING, GRANT READ TO "_world")"#,
        [
          "databases:", "  # default: public  # the other record types may be public or private",
          #"  private: ["CD_*", "Note"]  # inferred from encrypted fields, the names of Core Data"#,
        ]
      ),
      (
        #"Feed (t STRING, GRANT READ TO "_world")"#,
        [
          "# The rules about access and queries depend on where the records are:", "# databases:",
          "#   default: private  # or public",
        ]
      ),
    ])
  func databases(types: String, lines: [String]) throws {
    let session = try Session()
    try session.write("DEFINE SCHEMA RECORD TYPE \(types);\n", to: "my schema.ckdb")
    #expect(try session.ckdb("init", "--yes").status == 0)
    let text = try session.read(".ckdb.yaml")
    #expect(
      text == "schema: \"my schema.ckdb\"  # what commands read if no file is given\n"
        + lines.map { $0 + "\n" }.joined())
    #expect(
      try session.ckdb("validate").out
        == "my schema.ckdb: valid, \(types.contains("Feed (t") && types.contains("CD_A") ? "3 record types" : "1 record type")\n"
    )
  }
}
