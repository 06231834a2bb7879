import CloudKitSchema
import Diagnostics
import Foundation
import SchemaReview
import TestEnvironment
import Testing

@Suite("Properties of fixes and differences")
struct SchemaFuzzTests {
  private static let iterations = Damage.iterations(200, cost: 10)

  private static let seeds: [[UInt8]] =
    [Array(WholeLanguage.text.utf8)] + SchemaCorpus.collected.map(\.source.bytes).filter { $0.count < 2000 }

  private static func lint(_ source: SourceText) -> LintRun { LintRun(SchemaFile(source)) }

  @Test("fixes are applied in one run, keep valid files valid, and add no findings")
  func fixes() {
    var damage = Damage.toSchemas(seed: 3)
    var fixed = 0
    for iteration in 0..<Self.iterations {
      let source = SourceText(name: "fuzz", bytes: damage.damaged(Self.seeds))
      let before = Self.lint(source)
      let run = FixRun.fixing(source, selection: RuleSelection())
      let again = FixRun.fixing(run.source, selection: RuleSelection())
      #expect(again.applied == 0 && again.source.bytes == run.source.bytes, "iteration \(iteration)")
      let after = Self.lint(run.source)
      func errors(_ run: LintRun) -> Int { run.diagnostics.count { $0.severity == .error } }
      #expect(errors(after) <= errors(before), "iteration \(iteration)")
      fixed += run.applied > 0 ? 1 : 0
      // An error, such as a grant to a misspelled role, hides other findings until it is fixed.
      guard errors(before) == 0 else { continue }
      #expect(after.diagnostics.count <= before.diagnostics.count, "iteration \(iteration)")
    }
    #expect(fixed > 0)
  }

  @Test("applying the differences between damaged but valid files turns one into the other, and they can be planned")
  func differences() {
    var damage = Damage.toSchemas(seed: 5)
    var last = SchemaDocument(SourceText(name: "a", text: WholeLanguage.text))
    var pairs = 0
    for iteration in 0..<Self.iterations {
      let document = SchemaDocument(SourceText(name: "b", bytes: damage.damaged(Self.seeds)))
      guard !document.hasErrors else { continue }
      pairs += 1
      let diff = SchemaDiff(from: last.schema, to: document.schema)
      let applied = diff.apply(to: last.schema)
      let isSame =
        applied.declaringSystemFields.inExportOrder == document.schema.declaringSystemFields.inExportOrder
      #expect(isSame, "iteration \(iteration)")
      #expect(SchemaDiff(from: document.schema, to: document.schema).changes.isEmpty, "iteration \(iteration)")
      let plan = DeploymentPlan(from: last, to: document, policy: .source, security: true)
      let changes = SchemaDiff(deploying: document.schema, over: last.schema).changes
      // A field that gets another type keeps its line, so that its indexes are no step.
      let retyped = Set(changes.filter { if case .fieldTypeChanged = $0 { true } else { false } }.map(\.declaration))
      let steps = changes.count { change in
        if case .indexesChanged = change { !retyped.contains(change.declaration) } else { true }
      }
      #expect(plan.steps.count == steps, "iteration \(iteration)")
      // A plan with all findings accepted is deployable unless CloudKit refuses a step.
      var accepted = AcceptedFindings(file: "a.json", today: "2026-11-21")
      accepted.accept(plan.findings, reason: "fuzz")
      let outcome = accepted.outcome(of: plan.findings, asked: plan.checkedRules)
      #expect(
        outcome.open.allSatisfy { Rule.ofDeployments.named($0.rule)?.isAcceptable == false }, "iteration \(iteration)")
      #expect(plan.accepting(outcome).mayDeploy == outcome.open.isEmpty, "iteration \(iteration)")
      last = document
    }
    #expect(pairs > 3)
  }
}
