import Foundation
import TestEnvironment
import Testing

@Suite("The JSON Schemas of reports and files")
struct JSONSchemaTests {
  /// Whether the other program that checks the files is installed.
  private static let python = TestEnvironment.comparesPeers ? TestProgram(pythonRunning: "import jsonschema") : nil

  /// Returns the complaints of the validator about a JSON file.
  private static func complaints(about file: String, as schema: String) throws -> String {
    let check =
      "import json, sys, jsonschema; schema, file = (json.load(open(path)) for path in sys.argv[1:]); "
      + "jsonschema.Draft202012Validator.check_schema(schema); "
      + "[print(e.json_path, e.message[:200]) for e in jsonschema.Draft202012Validator(schema).iter_errors(file)]"
    let path = Session.root.appending(path: "schema/\(schema).schema.json").path
    return try #require(python).run(["-c", check, path, file]).text
  }

  private static func session() throws -> Session {
    let session = try Session(copying: "schema")
    try session.write("DEFINE SCHEMA\nRECORD TYPE Feed (a STRNG, b NUMBER);\n", to: "bad.ckdb")
    try session.write(
      "DEFINE SCHEMA\nRECORD TYPE Feed (a ENCRYPTED STRING, b NUMBER QUERYABLE, GRANT READ TO \"_world\");\n",
      to: "old.ckdb")
    try session.write(
      "DEFINE SCHEMA\nCREATE ROLE Admin;\nRECORD TYPE Feed (aa ENCRYPTED STRING, GRANT READ, WRITE TO \"_icloud\");\n",
      to: "new.ckdb")
    try session.write(
      "let t = CKRecord(recordType: \"Feed\")\nlet u = CKRecord(recordType: \"U\")\n", to: "App/a.swift")
    try session.write("schema: old.ckdb\npolicy: client\n", to: ".ckdb.yaml")
    try session.commit(tag: "v1")
    try session.write("DEFINE SCHEMA\nRECORD TYPE Feed (b INT64, GRANT READ TO \"_icloud\");\n", to: "old.ckdb")
    try session.commit(tag: "v2")
    return session
  }

  @Test(
    "every JSON output of the schema commands has the form of its schema", .enabled(if: python != nil),
    arguments: [
      ["validate", "bad.ckdb", "old.ckdb"], ["lint", "bad.ckdb", "old.ckdb", "new.ckdb"], ["lint", "schema"],
      ["lint", "old.ckdb", "--changed", "v1"], ["diff", "new.ckdb"], ["diff", "v1:old.ckdb", "new.ckdb"],
      ["diff", "empty"],
      ["plan", "v1:old.ckdb", "new.ckdb", "--security"], ["plan", "empty", "new.ckdb"],
      ["plan", "old.ckdb", "old.ckdb"],
      ["show"], ["show", "schema/celestra.ckdb"], ["queries", "schema/celestra.ckdb"], ["queries"], ["parity", "App"],
      ["changelog"], ["rules"], ["rules", "number-type"], ["config"],
    ])
  func reports(arguments: [String]) throws {
    let session = try Self.session()
    for (program, command) in [("ckdb", arguments), ("celestra-admin", ["schema"] + arguments)] {
      let run = try session.run(command + ["--format", "json=out.json"], of: program)
      #expect(run.status < 2, "\(run)")
      #expect(try Self.complaints(about: session.path("out.json"), as: "report") == "")
    }
  }

  @Test("a file of accepted findings has the form of its schema", .enabled(if: python != nil))
  func accepted() throws {
    let session = try Self.session()
    let accept = ["--accepted", "accepted.json", "--accept", "--reason", "as shipped"]
    _ = try session.run(["lint", "new.ckdb"] + accept, of: "ckdb")
    _ = try session.run(["plan", "v1:old.ckdb", "new.ckdb", "--policy", "client"] + accept, of: "ckdb")
    #expect(try session.read("accepted.json").contains("\"rule\""))
    #expect(try Self.complaints(about: session.path("accepted.json"), as: "accepted") == "")
    try session.write("{\"accepted\": [{\"rule\": \"r\"}]}", to: "accepted.json")
    #expect(
      try Self.complaints(about: session.path("accepted.json"), as: "accepted").contains("'reason' is a required"))
  }

  @Test(
    "the schema of the configuration knows the keys of the program, and rejects others", .enabled(if: python != nil))
  func configuration() throws {
    let session = try Session()
    // JSON is YAML, too.
    let good = """
      {"schema": "s.ckdb", "queries": "q.json", "accepted": "a.json", "policy": "client", "security": true,
       "databases": {"default": "private", "public": ["Feed", "Public*"]}, "container": "c.sqlite", "truth": "files",
       "articles": {"content": "excerpt", "excerpt": ["https://a.example/feed"], "deny": []},
       "rules": {"number-type": "off", "index-bloat": {"limit": 30, "severity": "error"}}}
      """
    try session.write(good, to: "c.json")
    #expect(try session.ckdb("config", "--config", "c.json").status == 0)
    #expect(try Self.complaints(about: session.path("c.json"), as: "configuration") == "")
    for (old, new) in [("\"policy\"", "\"polcy\""), ("client", "clients"), ("number-type", "nmber-type"), ("30", "-1")]
    {
      try session.write(good.replacing(old, with: new), to: "c.json")
      #expect(try session.ckdb("config", "--config", "c.json").status == 1, "\(new)")
      #expect(try Self.complaints(about: session.path("c.json"), as: "configuration") != "", "\(new)")
    }
  }

  @Test("the schema of the configuration lists every rule that a project can configure")
  func rules() throws {
    struct Schema: Decodable {
      struct Properties: Decodable {
        struct Rules: Decodable {
          struct Rule: Decodable {}

          let properties: [String: Rule]
        }

        let rules: Rules
      }

      let properties: Properties
    }

    struct Catalog: Decodable {
      struct Item: Decodable {
        let id: String
        let isConfigurable: Bool
      }

      let items: [Item]
    }

    let file = try Data(contentsOf: Session.root.appending(path: "schema/configuration.schema.json"))
    let listed = try JSONDecoder().decode(Schema.self, from: file).properties.rules.properties.keys
    let catalog = try JSONDecoder().decode(
      Catalog.self, from: Data(Session().ckdb("rules", "--format", "json").out.utf8))
    #expect(Set(listed) == Set(catalog.items.filter(\.isConfigurable).map(\.id)))
  }
}
