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

  @Test("steps stand in the order they are taken, and each has its verdict")
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
      plan.steps.map { "\($0.kind) \($0.verdict): \($0.change)" } == [
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
    #expect(!plan.counts.mayDeploy)
    #expect(plan.counts.verdicts.values.reduce(0, +) == plan.steps.count)
  }

  @Test("a refused step says how to reach the same end, with the names at hand")
  func recipes() {
    let plan = DeploymentPlan(
      from: Self.document(
        "RECORD TYPE T (score INT64, scoreDouble STRING, pubDate TIMESTAMP, GRANT READ TO \"_world\");"),
      to: Self.document(
        "RECORD TYPE T (score DOUBLE, scoreDouble STRING, publishedDate TIMESTAMP, GRANT READ TO \"_world\");"))
    #expect(
      plan.steps.filter { $0.verdict == .refusedInProduction }.map(\.recipe) == [
        [
          "Keep the line `score INT64` in T and add `scoreDouble2 DOUBLE` beside it, and deploy that.",
          "Ship versions of the apps and jobs that write T.score and T.scoreDouble2, "
            + "and read scoreDouble2 before score.",
          "Copy score to scoreDouble2 in every record of T, converting INT64 to DOUBLE.",
          "Once no app in use reads T.score, stop writing it, mark its line `// DEPRECATED` and leave it.",
        ],
        [
          "Keep the line `pubDate TIMESTAMP` in T beside the new `publishedDate TIMESTAMP`, and deploy that.",
          "Ship versions of the apps and jobs that write T.pubDate and T.publishedDate, "
            + "and read publishedDate before pubDate.",
          "Copy pubDate to publishedDate in every record of T.",
          "Once no app in use reads T.pubDate, stop writing it, mark its line `// DEPRECATED` and leave it.",
        ],
      ])
  }

  @Test("what has no steps may be deployed, additions too, and under security not what widens")
  func verdicts() {
    let old = Self.document("RECORD TYPE T (a STRING, GRANT READ TO \"_world\");")
    let new = Self.document("RECORD TYPE T (a STRING, b STRING, GRANT READ, CREATE TO \"_world\");")
    #expect(DeploymentPlan(from: old, to: old, policy: .source, security: true).steps.isEmpty)
    #expect(DeploymentPlan(from: old, to: new).counts.mayDeploy)
    #expect(!DeploymentPlan(from: old, to: new, security: true).counts.mayDeploy)
  }

  @Test(
    "two versions of one repository's file give a plan with a sentence for each change",
    .enabled(if: !Corpus.good.isEmpty, "\(Corpus.absence)"))
  func histories() {
    let histories = Dictionary(grouping: Corpus.good, by: \.origin).values.filter { $0.count > 1 }
    #expect(histories.count >= 5)
    for history in histories {
      let pairs = Array(zip(history, history.dropFirst()))
      for (old, new) in pairs + pairs.map({ ($1, $0) }) {
        let (before, after) = (SchemaDocument(old.source), SchemaDocument(new.source))
        let plan = DeploymentPlan(from: before, to: after, policy: .source, security: true)
        #expect(plan.steps.count == SchemaDiff(from: before.schema, to: after.schema).changes.count)
        for step in plan.steps {
          #expect(step.reason.count > 10)
          #expect((step.verdict == .refusedInProduction) == (step.recipe.count >= 3))
        }
        for finding in plan.findings {
          #expect(finding.range != nil && [old.file, new.file].contains(finding.file))
          #expect(finding.help != nil)
        }
      }
    }
  }

  @Test("two large files that have nothing in common are compared in linear time")
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
