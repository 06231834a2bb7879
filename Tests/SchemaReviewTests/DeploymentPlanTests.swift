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
        "grants widensAccess: Feed: GRANT WRITE TO Admin added",
        "grants riskyForShippedApps: Feed: \"_world\" may READ, WRITE → READ",
        "removals riskyForShippedApps: role Gone: removed",
        "removals riskyForShippedApps: Feed.___modTime: SORTABLE → no index",
        "removals riskyForShippedApps: Feed.b: QUERYABLE → no index",
        "removals refusedInProduction: Feed.c: removed, was BYTES",
      ])
    #expect(!plan.mayDeploy)
    #expect(Assessment.Verdict.allCases.map(plan.count).reduce(0, +) == plan.steps.count)
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
          "Copy score to scoreDouble2 in every record of T, converting INT64 to DOUBLE.",
          "Once no app in use reads T.score, stop writing it, mark its line `// DEPRECATED` and keep it.",
        ],
        [
          "Keep the line `pubDate TIMESTAMP` in T beside the new `publishedDate TIMESTAMP`, and deploy the schema.",
          "Ship apps and jobs that write T.pubDate and T.publishedDate, "
            + "and read publishedDate before pubDate.",
          "Copy pubDate to publishedDate in every record of T.",
          "Once no app in use reads T.pubDate, stop writing it, mark its line `// DEPRECATED` and keep it.",
        ],
      ])
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
        #expect(plan.steps.count == SchemaDiff(deploying: after.schema, over: before.schema).changes.count)
        for step in plan.steps {
          #expect(step.assessment.reason.count > 10)
          #expect((step.assessment.verdict == .refusedInProduction) == (step.recipe.count >= 3))
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
}
