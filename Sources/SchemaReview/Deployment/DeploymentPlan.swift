package import CloudKitSchema
package import Diagnostics

/// The steps that deploy a schema over a live one, with the findings about them.
package struct DeploymentPlan: Sendable {
  /// By kind, and by record type within a kind.
  package private(set) var steps: [DeploymentStep]
  /// Mistakes in the accepted findings, which are about no step.
  package private(set) var acceptanceFindings: [Diagnostic] = []
  package let checkedRules: Set<String>
  /// CloudKit's own record types that only the live schema declares, which stay.
  package let keptSystemTypes: [RecordType.Name]
  /// Whether the schemas are probably of two containers: both declare record types, and none of the same name.
  package let isOfTwoContainers: Bool

  /// - Parameters:
  ///   - security: Whether rules about access run too.
  ///   - selection: The severities of the rules, and the databases of the record types.
  package init(
    from old: SchemaDocument, to new: SchemaDocument, policy: DeploymentPolicy = .deploy, security: Bool = false,
    selection: RuleSelection = RuleSelection()
  ) {
    let comparison = SchemaComparison(from: old, to: new, selection.databases)
    let rules = policy.rules + (security ? [.grantWidened] : [])
    let active = selection.severities(of: rules)
    checkedRules = Set(active.keys)
    let found = comparison.steps.map { DeploymentStep($0, in: comparison, severities: active) }
    let byKind = Dictionary(grouping: found, by: \.assessment.kind)
    steps = Assessment.Kind.allCases.flatMap { byKind[$0] ?? [] }
    keptSystemTypes = old.schema.recordTypes.map(\.name).filter {
      RecordType.isSystem($0) && new.schema.recordType(named: $0) == nil
    }
    let names = [old, new].map { Set($0.schema.recordTypes.map(\.name).filter { !RecordType.isSystem($0) }) }
    isOfTwoContainers = !names.contains(where: \.isEmpty) && names[0].isDisjoint(with: names[1])
  }

  /// Everything to report, most severe first, then by rule and step.
  package var findings: [Diagnostic] {
    let byRule = steps.flatMap(\.findings).enumerated().sorted {
      ($0.element.rule, $0.offset) < ($1.element.rule, $1.offset)
    }
    let all = byRule.map(\.element) + acceptanceFindings
    return Diagnostic.Severity.allCases.reversed().flatMap { severity in all.filter { $0.severity == severity } }
  }

  /// Whether the schema can be deployed: nothing is an error. What production refuses always is.
  package var mayDeploy: Bool { !findings.contains { $0.severity == .error } }

  /// The number of steps whose findings are all accepted.
  package var accepted: Int { steps.count(where: \.isAccepted) }

  /// The steps that production refuses.
  package var refused: [DeploymentStep] { steps.filter { $0.assessment.verdict == .refusedInProduction } }

  /// Returns the number of steps with a verdict, without accepted steps.
  package func count(_ verdict: Assessment.Verdict) -> Int {
    steps.count { !$0.isAccepted && $0.assessment.verdict == verdict }
  }

  package func accepting(_ outcome: AcceptedOutcome) -> DeploymentPlan {
    var plan = self
    let accepted = Set(outcome.accepted)
    for index in plan.steps.indices { plan.steps[index].accept(accepted) }
    plan.acceptanceFindings = outcome.problems
    return plan
  }
}
