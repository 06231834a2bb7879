package import Diagnostics

/// A step of a deployment: a change and its assessment, with a recipe if production refuses the change.
package struct DeploymentStep: Hashable, Sendable {
  package let change: SchemaChange
  package let assessment: Assessment
  /// For a refused step, the sentences that describe how to reach the same result by expanding first and contracting
  /// later.
  package let recipe: [String]
  /// The database of the record type; `nil` if it is unknown, and for roles.
  package let database: Database?
  /// What the rules of the plan report about the step, without accepted findings.
  package private(set) var findings: [Diagnostic]
  /// Whether the step has findings and all of them are accepted.
  package private(set) var isAccepted = false
  /// The step at its place in the new schema, for formats of findings.
  package let note: Diagnostic

  /// - Parameter severities: The severities of the plan's rules, by id; other rules are not reported.
  init(_ change: SchemaChange, in comparison: SchemaComparison, severities: [String: Diagnostic.Severity]) {
    self.change = change
    assessment = Assessment(change, in: comparison)
    database = change.recordType.flatMap(comparison.database)
    recipe = assessment.verdict == .refusedInProduction ? comparison.recipe(for: change) : []
    findings = assessment.findings.compactMap { finding in
      guard let severity = severities[finding.rule] else { return nil }
      var finding = finding
      finding.severity = severity
      return finding
    }
    let sides = comparison.sides(of: change.declaration)
    var note = Diagnostic(
      .info, rule: Rule.deploymentStep.id, "\(change)", file: sides.file, range: sides.range,
      help: assessment.reason)
    note.related = sides.other
    self.note = note
  }

  mutating func accept(_ accepted: Set<Diagnostic>) {
    let open = findings.filter { !accepted.contains($0) }
    isAccepted = open.isEmpty && !findings.isEmpty
    findings = open
  }
}
