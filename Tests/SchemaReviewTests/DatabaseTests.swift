import CloudKitSchema
import Diagnostics
import SchemaReview
import Testing

@Suite("Databases of record types")
struct DatabaseTests {
  private static func file(_ text: String) -> SchemaFile {
    SchemaFile(SourceText(name: "s", text: "DEFINE SCHEMA\n" + text))
  }

  private static let grant = #"GRANT READ TO "_world""#

  @Test(
    "a comment decides, then a pattern, then the default, and then what the file shows",
    arguments: [
      ("RECORD TYPE T (a STRING, \(grant));", DatabaseSettings(), nil),
      ("RECORD TYPE T (a STRING);", DatabaseSettings(), "private, inferred from no grants"),
      ("RECORD TYPE T (a STRING); RECORD TYPE U (a STRING, \(grant));", DatabaseSettings(), nil),
      ("RECORD TYPE T (a ENCRYPTED STRING, \(grant));", DatabaseSettings(), "private, inferred from encrypted fields"),
      ("RECORD TYPE T (a STRING, \(grant));", DatabaseSettings(standard: .private), "private"),
      (
        "RECORD TYPE T (a STRING, \(grant));",
        DatabaseSettings(standard: .private, patterns: [.public: ["S*", "T"]]), "public"
      ),
      (
        "RECORD TYPE T (a STRING, \(grant));", DatabaseSettings(patterns: [.public: ["*"], .private: ["T"]]), "private"
      ),
      ("// ckdb:database private\nRECORD TYPE T (a STRING, \(grant));", DatabaseSettings(standard: .public), "private"),
      ("RECORD TYPE T ( // ckdb:database public\na ENCRYPTED STRING);", DatabaseSettings(standard: .private), "public"),
      ("// Prose on ckdb:database private.\nRECORD TYPE T (a STRING, \(grant));", DatabaseSettings(), nil),
    ])
  func precedence(text: String, settings: DatabaseSettings, expected: String?) {
    #expect(DatabaseMap(Self.file(text), settings)["T"].map { "\($0)" } == expected)
  }

  @Test(
    "a pattern matches whole names",
    arguments: [
      ("Feed", "Feed", true), ("Feed", "Feeds", false), ("Public*", "PublicFeed", true), ("Public*", "Public", true),
      ("*Feed", "PublicFeed", true), ("P*l*d", "PublicFeed", true), ("P*x*d", "PublicFeed", false), ("*", "Any", true),
      ("a*a", "a", false), ("feed", "Feed", false),
    ])
  func patterns(pattern: String, name: String, isMatch: Bool) {
    let map = DatabaseMap(
      Self.file("RECORD TYPE \(name) (a STRING, \(Self.grant));"), DatabaseSettings(patterns: [.private: [pattern]]))
    #expect(map.isPrivate(name) == isMatch)
  }

  @Test("Core Data's types are private, and CloudKit's own have no database")
  func generated() {
    let map = DatabaseMap(
      Self.file(
        "RECORD TYPE CD_Item (CD_a STRING, \(Self.grant)); RECORD TYPE Users (roles LIST<INT64>, \(Self.grant));"),
      DatabaseSettings(standard: nil))
    #expect(map.isPrivate("CD_Item") && map["Users"] == nil)
    #expect(map.inferred.map(\.sign) == ["the names of Core Data"])
    #expect(map.inferred.map(\.recordTypes) == [["CD_Item"]])
  }

  private static let open =
    #"RECORD TYPE T (a STRING QUERYABLE, GRANT CREATE TO "_creator", GRANT WRITE TO "_icloud", GRANT READ, WRITE TO "_world");"#

  @Test("rules about the public database ignore the types of private databases")
  func rules() {
    func found(_ settings: DatabaseSettings) -> [String] {
      LintRun(Self.file(Self.open), selection: RuleSelection(databases: settings)).diagnostics.map(\.rule)
    }
    #expect(
      Set(found(DatabaseSettings())) == [
        "recordid-not-queryable", "authenticated-write", "overlapping-grant", "world-write", "create-to-creator",
      ])
    #expect(found(DatabaseSettings(standard: .private)) == [])
    #expect(found(DatabaseSettings(standard: .public)) == found(DatabaseSettings()))
  }

  @Test("a plan allows every change of grants of a private type, and says why")
  func plan() {
    let types = [Self.open, "RECORD TYPE T (a STRING QUERYABLE);"].map {
      SchemaDocument(SourceText(name: "s", text: "DEFINE SCHEMA\n" + $0))
    }
    func plan(_ settings: DatabaseSettings) -> DeploymentPlan {
      DeploymentPlan(
        from: types[0], to: types[1], policy: .client, security: true, selection: RuleSelection(databases: settings))
    }
    // A file that loses all of its grants does not show that its types are private.
    #expect(!plan(DatabaseSettings()).mayDeploy)
    let declared = plan(DatabaseSettings(standard: .private))
    #expect(declared.mayDeploy && declared.steps.count == 3)
    #expect(
      Set(declared.steps.map(\.assessment.reason)) == [
        "no user's access changes: T is used in private databases, which ignore grants"
      ])
    #expect(declared.steps.allSatisfy { $0.database == .private })
  }

  @Test("removing a role takes no access if only private types have grants to it", arguments: Database.allCases)
  func role(database: Database) {
    let documents = ["CREATE ROLE R; RECORD TYPE T (a STRING, GRANT READ TO R);", "RECORD TYPE T (a STRING);"].map {
      SchemaDocument(Self.file($0).source)
    }
    let selection = RuleSelection(databases: DatabaseSettings(standard: database))
    let plan = DeploymentPlan(from: documents[0], to: documents[1], policy: .client, selection: selection)
    #expect(plan.findings.contains { $0.rule == "role-removed" } == (database == .public))
  }

  @Test("encrypted fields of a type have one finding, until the project declares the database")
  func encrypted() {
    let text = """
      RECORD TYPE T (
        a ENCRYPTED STRING, b ENCRYPTED STRING,
        GRANT WRITE TO "_creator", GRANT CREATE TO "_icloud", GRANT READ TO "_world"
      );
      """
    let found = LintRun(Self.file(text)).diagnostics
    #expect(found.map(\.message) == ["'T' has 2 encrypted fields and the default public grants"])
    let selection = RuleSelection(databases: DatabaseSettings(standard: .private))
    #expect(LintRun(Self.file(text), selection: selection).diagnostics.isEmpty)
  }

  @Test(
    "a comment that another declaration separates from the type declares nothing, and is reported",
    arguments: [
      ("// ckdb:database private\nDEFINE SCHEMA\nRECORD TYPE T (a STRING, \(grant));", false),
      ("DEFINE SCHEMA\n// ckdb:database private\nCREATE ROLE R;\nRECORD TYPE T (a STRING, \(grant));", false),
      ("DEFINE SCHEMA\nCREATE ROLE R;\n// ckdb:database private\n\nRECORD TYPE T (a STRING, \(grant));", true),
    ])
  func separated(text: String, isDeclared: Bool) {
    let file = SchemaFile(SourceText(name: "s", text: text))
    #expect((DatabaseMap(file, DatabaseSettings())["T"] != nil) == isDeclared)
    #expect(LintRun(file).diagnostics.contains { $0.rule == "unknown-database" } != isDeclared)
  }

  @Test(
    "a comment after a record type on its last line is of that type",
    arguments: [
      ("RECORD TYPE A (a STRING, \(grant)); // ckdb:database private\nRECORD TYPE B (a STRING, \(grant));", "A"),
      ("RECORD TYPE B (a STRING, \(grant));\nRECORD TYPE A (a STRING, \(grant)); // ckdb:database private", "A"),
      ("RECORD TYPE A (a STRING, \(grant));\n// ckdb:database private\nRECORD TYPE B (a STRING, \(grant));", "B"),
      ("RECORD TYPE A (a STRING, \(grant)); /* ckdb:database private */ RECORD TYPE B (a STRING, \(grant));", "B"),
    ])
  func lastLine(text: String, owner: String) throws {
    let file = Self.file(text)
    let map = DatabaseMap(file, DatabaseSettings())
    #expect(["A", "B"].filter(map.isPrivate) == [owner])
    #expect(!LintRun(file).diagnostics.contains { $0.rule == "unknown-database" })
    let formatted = SchemaFile(SourceText(name: "s", text: try SchemaFormatter.format(file)))
    #expect(["A", "B"].filter(DatabaseMap(formatted, DatabaseSettings()).isPrivate) == [owner])
  }

  @Test(
    "a merge conflict is one finding, and none in a comment",
    arguments: [
      ("RECORD TYPE T (\n<<<<<<< HEAD\na STRING,\n=======\na INT64,\n>>>>>>> x\n\(grant));", ["merge-conflict"]),
      ("/*\n<<<<<<< HEAD\n*/\nRECORD TYPE T (a STRING, \(grant));", []),
      ("/*\n<<<<<<< HEAD\n*/\nRECORD TYPE T (a STRIG, \(grant));", ["unknown-type"]),
      ("RECORD TYPE T (a STRING ENCRYPTED, \(grant));", ["unknown-option"]),
    ])
  func conflict(text: String, rules: [String]) {
    let document = SchemaDocument(Self.file(text).source)
    #expect(document.diagnostics.map(\.rule) == rules)
    #expect(document.file.conflict == nil || LintRun(document.file).diagnostics.map(\.rule) == rules)
  }
}
