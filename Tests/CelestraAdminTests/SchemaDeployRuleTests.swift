import Foundation
import Testing

@Suite("celestra-admin schema deploy and the rule catalog")
struct SchemaDeployRuleTests {
  private struct Catalog: Decodable {
    struct Item: Decodable {
      let id: String
      let scope: String?
    }

    let items: [Item]
  }

  /// The rules about changes that only add.
  private static let additive: Set = [
    "field-added", "grant-widened", "record-type-added", "type-without-grants", "deployment-step",
  ]

  private static let production = """
    DEFINE SCHEMA

    CREATE ROLE Editor;

    RECORD TYPE Users ( roles LIST<INT64>, GRANT WRITE TO "_creator", GRANT READ TO "_world" );

    RECORD TYPE Feed (
        "___recordID" REFERENCE QUERYABLE,
        authors       STRING,
        gone          BYTES,
        pubDate       TIMESTAMP,
        rank          NUMBER,
        score         INT64,
        secret        STRING,
        title         STRING QUERYABLE SORTABLE,
        weight        NUMBER PREFERRED AS INT64,
        GRANT WRITE TO "_creator",
        GRANT READ TO "_world"
    );

    RECORD TYPE Tag ( label STRING, GRANT CREATE TO Editor, GRANT READ TO "_world" );

    """

  /// Changes of every kind that only add: a role, record types, a field, a preferred type, an index, and grants.
  private static let additions = [
    ("CREATE ROLE Editor;", "CREATE ROLE Editor;\nCREATE ROLE Moderator;"),
    ("    authors       STRING,", "    authors       STRING SEARCHABLE,\n    site          STRING QUERYABLE,"),
    ("NUMBER,", "NUMBER PREFERRED AS DOUBLE,"),
    ("    GRANT WRITE TO \"_creator\",\n", "    GRANT CREATE TO \"_icloud\",\n    GRANT WRITE TO \"_creator\",\n"),
    (
      "RECORD TYPE Tag",
      "RECORD TYPE Box ( size INT64, GRANT READ TO \"_world\" );\n\nRECORD TYPE Bin ( count INT64 );\n\nRECORD TYPE Tag"
    ),
  ]

  /// Changes of every other kind.
  private static let others = [
    ("CREATE ROLE Editor;\n", ""), ("    \"___recordID\" REFERENCE QUERYABLE,\n", ""),
    ("    gone          BYTES,\n", ""),
    ("pubDate       TIMESTAMP", "publishedDate TIMESTAMP"), ("score         INT64", "score         DOUBLE"),
    ("secret        STRING", "secret        ENCRYPTED STRING"), (" QUERYABLE SORTABLE", " QUERYABLE"),
    ("PREFERRED AS INT64", "PREFERRED AS DOUBLE"),
    ("    GRANT WRITE TO \"_creator\",\n    GRANT READ", "    GRANT READ"),
    ("RECORD TYPE Tag ( label STRING, GRANT CREATE TO Editor, GRANT READ TO \"_world\" );\n", ""),
  ]

  private static func schema(_ changes: [(String, String)]) -> String {
    changes.reduce(production) { text, change in
      #expect(text.components(separatedBy: change.0).count == 2, "\(change.0)")
      return text.replacing(change.0, with: change.1)
    }
  }

  /// Deploys a schema that development already has, and returns the transcript.
  private static func deploy(_ file: String) throws -> String {
    let live = try LiveSession(.cktool, development: file, production: production)
    try live.session.write(file, to: "a.ckdb")
    let text = try live.run("schema", "deploy", "a.ckdb")
    #expect(try live.writes() == [])
    return text
  }

  @Test("a schema with every kind of change at once is refused; every rule but the additive ones names a way round")
  func everyChange() throws {
    let listed = try Session().run("rules", "--format", "json")
    let rules = try JSONDecoder().decode(Catalog.self, from: Data(listed.out.utf8)).items
      .filter { $0.scope == "deployment" }
    let text = try Self.deploy(Self.schema(Self.additions + Self.others))
    let ways = try #require(text.components(separatedBy: "\nnot deployable (via WAY):\n").last).split(separator: "\n")
      .dropLast()
    let named = Set(ways.compactMap { $0.split(separator: ":").first?.trimmingCharacters(in: .whitespaces) })
    #expect(named == Set(rules.map(\.id)).subtracting(Self.additive))
    #expect(try text == LiveSession.fixture("schema-deploy-every-change.txt"))
  }

  @Test("of the same schema, the changes that only add are let through")
  func additions() throws {
    #expect(try Self.deploy(Self.schema(Self.additions)) == LiveSession.fixture("schema-deploy-additions.txt"))
  }
}
