import CloudKitSchema
import Diagnostics
import SchemaReview
import Testing

@Suite("Remedies of findings")
struct RemedyTests {
  private static func document(_ text: String) -> SchemaDocument { SchemaDocument(SourceText(name: "s", text: text)) }

  /// The rules whose remedies cannot follow a deployment. Their texts say so.
  private static let beforeProduction: Set = [
    "bool-prefix", "case-only-duplicate", "field-name-case", "number-type", "plural-list", "timestamp-suffix",
    "type-name-case",
  ]

  /// The rules whose remedies take from users what they have, or from apps an index, on purpose.
  private static let narrowing: Set = [
    "authenticated-write", "create-to-creator", "index-bloat", "low-cardinality-sortable", "no-read-grant",
    "searchable-large-text", "world-create", "world-write", "grant-comment-mismatch",
  ]

  @Test(
    "the good example of a rule is deployable over the bad one",
    arguments: Rule.ofSchemas.filter { $0.scope == .practice }.map(\.id))
  func examples(id: String) throws {
    let rule = try #require(Rule.ofSchemas(named: id))
    let (bad, good) = (Self.document(rule.bad), Self.document(rule.good))
    // Fields that the examples rename or leave out: their remedies keep them beside the new ones.
    let plan = DeploymentPlan(from: bad, to: good, policy: .deploy)
    if Self.beforeProduction.contains(id) {
      #expect(rule.remedy.contains("production") || id == "case-only-duplicate")
      return
    }
    let refused = plan.refused.filter { step in
      if case .fieldRemoved = step.change { false } else if case .fieldTypeChanged = step.change { false } else { true }
    }
    #expect(refused.isEmpty, "\(refused.map(\.change))")
    guard !Self.narrowing.contains(id) else { return }
    let strict = DeploymentPlan(from: bad, to: good, policy: .client)
    #expect(
      !strict.findings.contains { ["grant-removed", "role-removed", "index-removed"].contains($0.rule) },
      "\(strict.findings)")
  }

  @Test("removing a role without grants changes no access")
  func roles() {
    let type = #"RECORD TYPE T (a STRING, GRANT READ TO "_world");"#
    let plan = DeploymentPlan(
      from: Self.document("DEFINE SCHEMA CREATE ROLE Gone; \(type)"), to: Self.document("DEFINE SCHEMA \(type)"),
      policy: .client, security: true)
    #expect(plan.mayDeploy && plan.steps.map(\.assessment.verdict) == [.allowed])
  }

  @Test("the fixes of a file are deployable over it", arguments: SchemaCorpus.good)
  func fixes(entry: SchemaCorpus.Entry) {
    let selection = RuleSelection()
    let run = FixRun.fixing(entry.source, selection: selection, changingSchema: true) { $0 }
    let plan = DeploymentPlan(
      from: SchemaDocument(entry.source), to: SchemaDocument(run.source), policy: .client, selection: selection)
    #expect(plan.mayDeploy, "\(plan.findings.filter { $0.severity == .error }.map(\.message))")
  }
}
