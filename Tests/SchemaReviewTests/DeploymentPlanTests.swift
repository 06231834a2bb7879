import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview
import Testing

@Suite("Deployment plans")
struct DeploymentPlanTests {
  private static func document(_ text: String, name: String = "s.ckdb") -> SchemaDocument {
    SchemaDocument(SourceText(name: name, text: "DEFINE SCHEMA " + text))
  }

  @Test("steps are in deployment order, and each has its verdict")
  func order() {
    let plan = DeploymentPlan(
      from: Self.document(
        """
        CREATE ROLE Gone;
        RECORD TYPE Feed (
          "___modTime" TIMESTAMP SORTABLE, a STRING, b INT64 QUERYABLE, c BYTES, GRANT READ, WRITE TO "_world"
        );
        """),
      to: Self.document(
        """
        CREATE ROLE Admin;
        RECORD TYPE Feed (a STRING QUERYABLE, b DOUBLE, GRANT READ TO "_world", GRANT WRITE TO Admin);
        RECORD TYPE Tag (label STRING, GRANT CREATE TO "_world");
        """))
    #expect(
      plan.steps.map { "\($0.assessment.kind) \($0.assessment.verdict): \($0.change)" } == [
        "roles allowed: role Admin: added",
        "recordTypes widensAccess: Tag: added",
        "fieldTypes refusedInProduction: Feed.b: INT64 → DOUBLE",
        "indexes allowed: Feed.a: no index → QUERYABLE",
        "grants allowed: Feed: GRANT WRITE TO Admin added",
        "grants riskyForShippedApps: Feed: \"_world\" may READ, WRITE → READ",
        "removals allowed: role Gone: removed",
        "removals riskyForShippedApps: Feed.___modTime: SORTABLE → no index",
        "removals refusedInProduction: Feed.c: removed, was BYTES",
      ])
    #expect(!plan.mayDeploy)
    #expect(Assessment.Verdict.allCases.map(plan.count).reduce(0, +) == plan.steps.count)
  }

  /// Returns the end of the sentence that says how an operator copies a field of `T`.
  private static func copy(_ from: String, _ to: String) -> String {
    " as an operator with a key that may WRITE: `celestra-admin records backfill --type T --from-field \(from) --to-field \(to)`. "
      + "Repeat it while older app versions create records."
  }

  @Test("a refused step has a recipe that names the declarations")
  func recipes() {
    let plan = DeploymentPlan(
      from: Self.document(
        "RECORD TYPE T (score INT64, scoreDouble STRING, pubDate TIMESTAMP, GRANT READ TO \"_world\");"),
      to: Self.document(
        "RECORD TYPE T (score DOUBLE, scoreDouble STRING, publishedDate TIMESTAMP, GRANT READ TO \"_world\");"))
    #expect(
      plan.refused.map(\.recipe) == [
        [
          "Keep the line `score INT64` in T, declare `scoreDouble2 DOUBLE` beside it, and deploy the schema.",
          "Ship apps and jobs that write T.score and T.scoreDouble2, "
            + "and read scoreDouble2 before score.",
          "Copy score to scoreDouble2 in every record of T, converting INT64 to DOUBLE,"
            + Self.copy("score", "scoreDouble2"),
          "Once no app in use reads T.score, stop writing it, mark its line `// DEPRECATED` and keep it.",
        ],
        [
          "Keep the line `pubDate TIMESTAMP` in T beside the new `publishedDate TIMESTAMP`, and deploy the schema.",
          "Ship apps and jobs that write T.pubDate and T.publishedDate, "
            + "and read publishedDate before pubDate.",
          "Copy pubDate to publishedDate in every record of T," + Self.copy("pubDate", "publishedDate"),
          "Once no app in use reads T.pubDate, stop writing it, mark its line `// DEPRECATED` and keep it.",
        ],
      ])
  }

  /// Returns the recipes of the refused steps.
  private static func recipes(_ old: String, _ new: String, _ database: Database? = nil) -> [[String]] {
    let settings = DatabaseSettings(standard: database)
    return DeploymentPlan(from: document(old), to: document(new), selection: RuleSelection(databases: settings)).refused
      .map(\.recipe)
  }

  @Test("in private databases, the app migrates the records of its user")
  func privateRecipes() throws {
    let old = "RECORD TYPE T (a INT64, b STRING, GRANT READ TO \"_world\");"
    let new = "RECORD TYPE T (a DOUBLE, GRANT READ TO \"_world\");"
    let recipes = Self.recipes(old, new, .private)
    #expect(recipes.count == 2)
    for recipe in recipes {
      #expect(!recipe.joined().contains("operator with a key") && !recipe.joined().contains("jobs"))
    }
    #expect(recipes[0].contains { $0.contains("copies a to aDouble in all of the user's records") })
    // Without an index there is nothing to do after the app.
    #expect(recipes[1].count == 2)
    let gone = try #require(Self.recipes(old, "RECORD TYPE U (x INT64);", .private).first)
    #expect(gone.last?.contains("no operator can") == true)
  }

  @Test("Core Data's recipes speak of attributes")
  func coreDataRecipes() throws {
    let old = "RECORD TYPE CD_Item (CD_price INT64, CD_note STRING QUERYABLE);"
    let recipes = Self.recipes(old, "RECORD TYPE CD_Item (CD_price DOUBLE);")
    #expect(recipes.count == 2)
    #expect(
      recipes[0].contains { $0.contains("Add the attribute priceDouble to Item") && $0.contains("CD_priceDouble") })
    #expect(recipes[1].last?.hasPrefix("Remove the attribute note from Item") == true)
    #expect(recipes[1].count == 2)
  }

  @Test("an encryption ends with removing the plaintext everywhere", arguments: [Database.private, .public, nil])
  func encryption(database: Database?) throws {
    let recipe = try #require(
      Self.recipes(
        "RECORD TYPE T (token STRING, GRANT READ TO \"_world\");",
        "RECORD TYPE T (token ENCRYPTED STRING, GRANT READ TO \"_world\");", database
      ).first)
    #expect(recipe.contains { $0.contains("public database does not support") } == (database == .public))
    if database == .public {
      #expect(recipe.count == 2 && recipe.last == "Keep the line `token STRING` in T.")
      return
    }
    #expect(recipe.contains { $0.contains("T.token to nil in every record") })
    #expect(recipe.last == "Repeat the last step until no app in use writes T.token. The line stays, without values.")
  }

  @Test("a field that gets another type is one step, with its indexes")
  func retyped() {
    let plan = DeploymentPlan(
      from: Self.document("RECORD TYPE T (a STRING QUERYABLE SEARCHABLE, GRANT READ TO \"_world\");"),
      to: Self.document("RECORD TYPE T (a INT64 SORTABLE, GRANT READ TO \"_world\");"), policy: .client)
    #expect(plan.steps.map(\.change.description) == ["T.a: STRING → INT64"])
  }

  @Test(
    "a new field gets the indexes of the field it replaces, as far as its type supports them",
    arguments: [
      ("a INT64 QUERYABLE SORTABLE", "a DOUBLE", "a INT64 QUERYABLE SORTABLE", "aDouble DOUBLE QUERYABLE SORTABLE"),
      ("a STRING QUERYABLE SEARCHABLE", "a INT64", "a STRING QUERYABLE SEARCHABLE", "aInt64 INT64 QUERYABLE"),
      ("a STRING QUERYABLE", "a ENCRYPTED STRING", "a STRING QUERYABLE", "aEncryptedString ENCRYPTED STRING"),
      ("a INT64 SORTABLE", "a LIST<INT64>", "a INT64 SORTABLE", "aListInt64 LIST<INT64>"),
      ("feedURL STRING QUERYABLE", "feedUrl STRING", "feedURL STRING QUERYABLE", "feedUrl STRING QUERYABLE"),
    ])
  func indexes(old: String, new: String, kept: String, added: String) {
    let plan = DeploymentPlan(
      from: Self.document("RECORD TYPE T (\(old));"), to: Self.document("RECORD TYPE T (\(new));"))
    let recipe = plan.refused.first?.recipe.first
    #expect(recipe == "Keep the line `\(kept)` in T, declare `\(added)` beside it, and deploy the schema.")
  }

  @Test("additions can be deployed, but wider access fails the plan with security checks")
  func verdicts() {
    let old = Self.document("RECORD TYPE T (a STRING, GRANT READ TO \"_world\");")
    let new = Self.document("RECORD TYPE T (a STRING, b STRING, GRANT READ, CREATE TO \"_world\");")
    #expect(DeploymentPlan(from: old, to: old, policy: .source, security: true).steps.isEmpty)
    #expect(DeploymentPlan(from: old, to: new).mayDeploy)
    #expect(!DeploymentPlan(from: old, to: new, security: true).mayDeploy)
  }

  @Test(
    "a plan for two versions of a repository's schema explains each change")
  func histories() {
    let histories = Dictionary(grouping: SchemaCorpus.good, by: \.origin).values.filter { $0.count > 1 }
    #expect(histories.count >= (SchemaCorpus.collected.isEmpty ? 1 : 6))
    for history in histories {
      let pairs = Array(zip(history, history.dropFirst()))
      for (old, new) in pairs + pairs.map({ ($1, $0) }) {
        let (before, after) = (SchemaDocument(old.source), SchemaDocument(new.source))
        let plan = DeploymentPlan(from: before, to: after, policy: .source, security: true)
        let changes = SchemaDiff(deploying: after.schema, over: before.schema).changes
        #expect(plan.steps.count <= changes.count && plan.steps.isEmpty == changes.isEmpty)
        for step in plan.steps {
          #expect(step.assessment.reason.count > 10)
          #expect((step.assessment.verdict == .refusedInProduction) == (step.recipe.count >= 2))
          #expect(
            step.assessment.verdict != .refusedInProduction || step.findings.contains { $0.severity == .error })
        }
        for finding in plan.findings {
          #expect(finding.file == new.file && (finding.range ?? finding.related?.range) != nil)
          #expect(finding.help != nil)
        }
      }
    }
  }

  @Test("large files with nothing in common are compared in linear time")
  func unrelated() {
    func many(_ prefix: String) -> SchemaDocument {
      Self.document(
        (0..<3000).map { type in
          "RECORD TYPE \(prefix)\(type) (" + (0..<10).map { "f\($0)\(prefix) STRING, " }.joined()
            + "GRANT READ TO \"_world\");\n"
        }.joined())
    }
    let plan = DeploymentPlan(from: many("A"), to: many("B"), policy: .source, security: true)
    #expect(plan.steps.count == 6000)
  }

  @Test(
    "the command of a recipe is one that accepts the types",
    arguments: [
      (
        "INT64", "TIMESTAMP",
        "--to-field aTimestamp --convert seconds`, or `--convert milliseconds`, as the numbers are."
      ),
      (
        "TIMESTAMP", "DOUBLE", "--to-field aDouble --convert seconds`, or `--convert milliseconds`, as the numbers are."
      ),
      ("BYTES", "ASSET", "may WRITE, with a program of your own: no command converts files."),
      ("STRING", "INT64", "--to-field aInt64`. "),
    ])
  func conversion(from: String, to: String, expected: String) throws {
    let recipe = try #require(
      Self.recipes(
        "RECORD TYPE T (a \(from), GRANT READ TO \"_world\");", "RECORD TYPE T (a \(to), GRANT READ TO \"_world\");",
        .public
      ).first)
    #expect(recipe[2].contains(expected), "\(recipe[2])")
  }

  @Test(
    "an accepted step does not accept a later one that gives or takes more",
    arguments: [
      ("GRANT READ TO \"_icloud\"", "GRANT READ, CREATE TO \"_icloud\"", "GRANT READ, CREATE, WRITE TO \"_icloud\""),
      ("a STRING QUERYABLE SORTABLE", "a STRING QUERYABLE", "a STRING"),
    ])
  func acceptedStep(first: String, second: String, third: String) {
    func plan(_ old: String, _ new: String) -> DeploymentPlan {
      let documents = [old, new].map { item in
        Self.document("RECORD TYPE T (b STRING, \(item)\(item.contains("GRANT") ? "" : ", GRANT READ TO _world"));")
      }
      return DeploymentPlan(from: documents[0], to: documents[1], policy: .client, security: true)
    }
    var accepted = AcceptedFindings(file: "a.json", today: "2026-11-21")
    let step = plan(first, second)
    accepted.accept(step.findings, reason: "intended")
    func open(_ plan: DeploymentPlan) -> Int {
      accepted.outcome(of: plan.findings, asked: plan.checkedRules).open.count
    }
    #expect(step.findings.count == 1 && open(step) == 0)
    #expect(open(plan(second, third)) == 1)
  }

  @Test("an accepted new record type accepts no wider access of another role")
  func acceptedType() {
    func plan(_ grants: String) -> DeploymentPlan {
      let old = "RECORD TYPE T (a STRING, GRANT READ TO \"_world\");"
      return DeploymentPlan(
        from: Self.document(old), to: Self.document(old + " RECORD TYPE U (a STRING, \(grants));"), security: true)
    }
    let wiki = "GRANT WRITE TO \"_icloud\""
    var accepted = AcceptedFindings(file: "a.json", today: "2026-11-21")
    accepted.accept(plan(wiki).findings, reason: "a wiki")
    #expect(accepted.entries.map(\.subject) == ["U:_icloud WRITE"])
    for (grants, expected) in [
      (wiki, []), ("GRANT WRITE TO \"_world\"", ["U:_world WRITE"]),
      ("\(wiki), GRANT CREATE TO \"_world\"", ["U:_world CREATE"]),
    ] as [(String, [String?])] {
      let plan = plan(grants)
      #expect(accepted.outcome(of: plan.findings, asked: plan.checkedRules).open.map(\.subject) == expected)
    }
  }
}
