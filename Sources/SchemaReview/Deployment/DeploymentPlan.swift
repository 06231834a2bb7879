package import CloudKitSchema
package import Diagnostics

/// The steps that deploy a schema over a live one, with the findings about them.
package struct DeploymentPlan: Sendable {
  /// The numbers of steps and findings, on which the totals line and the exit code are based.
  package struct Counts: Hashable, Sendable {
    /// The number of steps by verdict, without accepted steps.
    package let verdicts: [DeploymentStep.Verdict: Int]
    /// The number of findings by severity.
    package let findings: [Diagnostic.Severity: Int]
    /// The number of steps whose findings are all accepted.
    package let accepted: Int

    /// Whether the schema can be deployed: no step is refused and no finding is an error.
    package var mayDeploy: Bool { verdicts[.refusedInProduction] == nil && findings[.error] == nil }
  }

  /// The steps by kind, and by record type within a kind.
  package let steps: [DeploymentStep]
  /// The findings of the policy's rules, most severe first.
  package let findings: [Diagnostic]
  /// The numbers of steps and findings.
  package let counts: Counts
  /// The ids of the rules that ran.
  package let checkedRules: Set<String>
  /// CloudKit's own record types that only the live schema declares, which stay.
  package let keptSystemTypes: [RecordType.Name]

  /// Plans the deployment of a new schema over a live one.
  /// - Parameters:
  ///   - old: The live schema.
  ///   - new: The schema to deploy.
  ///   - policy: The policy whose rules run.
  ///   - security: Whether rules about access run too.
  ///   - severities: Severities by rule id, instead of the rules' own; `nil` disables a rule. CloudKit's own rules
  ///     always run as errors.
  package init(
    from old: SchemaDocument, to new: SchemaDocument, policy: DeploymentPolicy = .deploy, security: Bool = false,
    severities: [String: Diagnostic.Severity?] = [:]
  ) {
    let comparison = SchemaComparison(from: old, to: new)
    let renames = Dictionary(
      comparison.diff.renames.map { (Self.removal($0), $0) }, uniquingKeysWith: { first, _ in first })
    let steps = comparison.diff.changes.map { change in
      DeploymentStep(change, in: comparison, rename: Self.removal(change).flatMap { renames[$0] })
    }
    let byKind = Dictionary(grouping: steps, by: \.kind)
    var checkedRules: Set<String> = []
    let found = DeploymentRule.rules(of: policy, security: security).flatMap { rule -> [Diagnostic] in
      let id = rule.documentation.id
      let configured = rule.isEnforced ? nil : severities[id]
      guard let severity = configured ?? rule.documentation.severity else { return [] }
      checkedRules.insert(id)
      return rule.diagnostics(for: comparison).map { finding in
        var finding = finding
        finding.severity = severity
        return finding
      }
    }
    self.init(
      steps: DeploymentStep.Kind.allCases.flatMap { byKind[$0] ?? [] }, findings: found, checkedRules: checkedRules,
      keptSystemTypes: old.schema.recordTypes.map(\.name).filter {
        RecordType.isSystem($0) && new.schema.recordType(named: $0) == nil
      })
  }

  private init(
    steps: [DeploymentStep], findings: [Diagnostic], checkedRules: Set<String>, keptSystemTypes: [RecordType.Name]
  ) {
    self.steps = steps
    self.checkedRules = checkedRules
    self.keptSystemTypes = keptSystemTypes
    self.findings = Diagnostic.Severity.allCases.reversed().flatMap { severity in
      findings.filter { $0.severity == severity }
    }
    let counted = steps.filter { !$0.isAccepted }
    counts = Counts(
      verdicts: Dictionary(grouping: counted, by: \.verdict).mapValues(\.count),
      findings: Dictionary(grouping: findings, by: \.severity).mapValues(\.count),
      accepted: steps.count - counted.count)
  }

  /// Returns the plan with accepted findings applied; a step is accepted if all of its findings are.
  package func accepting(_ outcome: AcceptedOutcome) -> DeploymentPlan {
    let open = Set(outcome.open.map(DeploymentStep.Difference.init))
    let closed = Set(outcome.accepted.map(DeploymentStep.Difference.init))
    let steps = steps.map { step in
      var step = step
      let difference = DeploymentStep.Difference(step.change)
      step.isAccepted = closed.contains(difference) && !open.contains(difference)
      return step
    }
    return DeploymentPlan(
      steps: steps, findings: outcome.open, checkedRules: checkedRules, keptSystemTypes: keptSystemTypes)
  }

  /// Returns the path that a rename removes.
  private static func removal(_ rename: LikelyRename) -> [String] {
    switch rename {
    case .recordType(let old, _): [old]
    case .field(let old, _, let type): [type, old.name]
    }
  }

  private static func removal(_ change: SchemaChange) -> [String]? {
    switch change {
    case .recordTypeRemoved(let type): [type.name]
    case .fieldRemoved(let field, let type): [type, field.name]
    default: nil
    }
  }
}
