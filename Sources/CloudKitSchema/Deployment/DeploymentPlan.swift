package import Diagnostics

/// How a live schema is brought to another: the steps in order, and what is wrong with them.
package struct DeploymentPlan: Sendable {
  /// How many there are of what: the totals line and the exit code are both made of it.
  package struct Counts: Hashable, Sendable {
    /// Steps by what may become of them.
    package let verdicts: [DeploymentStep.Verdict: Int]
    /// Findings by how much they matter.
    package let findings: [Diagnostic.Severity: Int]

    /// Whether the schema may go: no step is refused and no finding is an error.
    package var mayDeploy: Bool { verdicts[.refusedInProduction] == nil && findings[.error] == nil }
  }

  /// The steps, by kind and within one by record type.
  package let steps: [DeploymentStep]
  /// What the rules of the policy find, most severe first.
  package let findings: [Diagnostic]
  /// How many there are of what.
  package let counts: Counts

  /// The plan from the live file to the one that is to be; access that widens is a finding only where asked for.
  package init(
    from old: SchemaDocument, to new: SchemaDocument, policy: DeploymentPolicy = .deploy, security: Bool = false
  ) {
    let comparison = SchemaComparison(from: old, to: new)
    let renames = Dictionary(
      comparison.diff.renames.map { (Self.removal($0), $0) }, uniquingKeysWith: { first, _ in first })
    let steps = comparison.diff.changes.map { change in
      DeploymentStep(change, in: comparison, rename: Self.removal(change).flatMap { renames[$0] })
    }
    let byKind = Dictionary(grouping: steps, by: \.kind)
    self.steps = DeploymentStep.Kind.allCases.flatMap { byKind[$0] ?? [] }
    let found = DeploymentRule.diagnostics(for: comparison, policy: policy, security: security)
    findings = Diagnostic.Severity.allCases.reversed().flatMap { severity in
      found.filter { $0.severity == severity }
    }
    counts = Counts(
      verdicts: Dictionary(grouping: steps, by: \.verdict).mapValues(\.count),
      findings: Dictionary(grouping: found, by: \.severity).mapValues(\.count))
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
