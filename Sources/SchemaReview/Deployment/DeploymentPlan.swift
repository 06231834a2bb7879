import CloudKitSchema
package import Diagnostics

/// How a live schema is brought to another: the steps in order, and what is wrong with them.
package struct DeploymentPlan: Sendable {
  /// How many there are of what: the totals line and the exit code are both made of it.
  package struct Counts: Hashable, Sendable {
    /// Steps by what may become of them.
    package let verdicts: [DeploymentStep.Verdict: Int]
    /// Findings by how much they matter.
    package let findings: [Diagnostic.Severity: Int]
    /// Steps whose findings were accepted; they are under no verdict.
    package let accepted: Int

    /// Whether the schema may go: no step is refused and no finding is an error.
    package var mayDeploy: Bool { verdicts[.refusedInProduction] == nil && findings[.error] == nil }
  }

  /// The steps, by kind and within one by record type.
  package let steps: [DeploymentStep]
  /// What the rules of the policy find, most severe first.
  package let findings: [Diagnostic]
  /// How many there are of what.
  package let counts: Counts

  /// The ids of the rules that were asked.
  package let asked: Set<String>

  /// The plan from the live file to the one that is to be; access that widens is a finding only where asked for.
  /// - Parameter severities: How much findings matter in place of what their rules say; `nil` turns a rule off.
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
    var asked: Set<String> = []
    let found = DeploymentRule.rules(of: policy, security: security).flatMap { rule -> [Diagnostic] in
      let id = rule.documentation.id
      guard let severity = severities[id] ?? rule.documentation.severity else { return [] }
      asked.insert(id)
      return rule.diagnostics(for: comparison).map { finding in
        var finding = finding
        finding.severity = severity
        return finding
      }
    }
    self.init(steps: DeploymentStep.Kind.allCases.flatMap { byKind[$0] ?? [] }, findings: found, asked: asked)
  }

  private init(steps: [DeploymentStep], findings: [Diagnostic], asked: Set<String>) {
    self.steps = steps
    self.asked = asked
    self.findings = Diagnostic.Severity.allCases.reversed().flatMap { severity in
      findings.filter { $0.severity == severity }
    }
    let counted = steps.filter { !$0.isAccepted }
    counts = Counts(
      verdicts: Dictionary(grouping: counted, by: \.verdict).mapValues(\.count),
      findings: Dictionary(grouping: findings, by: \.severity).mapValues(\.count),
      accepted: steps.count - counted.count)
  }

  /// The plan with what somebody accepted: a step all of whose findings were is taken for approved.
  package func accepting(_ outcome: AcceptedOutcome) -> DeploymentPlan {
    let open = Set(outcome.open.map(DeploymentStep.Difference.init))
    let closed = Set(outcome.accepted.map(DeploymentStep.Difference.init))
    let steps = steps.map { step in
      var step = step
      let difference = DeploymentStep.Difference(step.change)
      step.isAccepted = closed.contains(difference) && !open.contains(difference)
      return step
    }
    return DeploymentPlan(steps: steps, findings: outcome.open, asked: asked)
  }

  /// What a likely rename takes away.
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
