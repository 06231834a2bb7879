import CloudKitSchema
import Diagnostics
import SchemaReview

/// The steps from one schema to another, with findings.
struct SchemaPlanReport: Report {
  let command = "schema plan"
  let summary: Summary
  let findings: Findings
  let rules = DeploymentRule.all.map(\.documentation)
  private let steps: [DeploymentStep]

  /// Creates the report on a plan.
  init(
    _ plan: DeploymentPlan, from old: SchemaDocument, to new: SchemaDocument, policy: DeploymentPolicy, security: Bool,
    limit: Int
  ) {
    var findings = Findings()
    findings.add([], in: old.file.source)
    findings.add(plan.findings, in: new.file.source)
    self.findings = findings.limited(to: limit)
    steps = plan.steps
    let verdicts = plan.counts.verdicts
    summary = Summary(
      from: old.file.source.name, to: new.file.source.name, policy: policy.rawValue, security: security,
      mayDeploy: plan.counts.mayDeploy, steps: plan.steps.count, allowed: verdicts[.allowed, default: 0],
      refusedInProduction: verdicts[.refusedInProduction, default: 0],
      riskyForShippedApps: verdicts[.riskyForShippedApps, default: 0],
      widensAccess: verdicts[.widensAccess, default: 0], errors: plan.counts.findings[.error, default: 0],
      warnings: plan.counts.findings[.warning, default: 0], accepted: plan.counts.accepted,
      hidden: self.findings.hidden)
  }

  /// The totals.
  struct Summary: Encodable {
    let from, to, policy: String
    let security, mayDeploy: Bool
    let steps, allowed, refusedInProduction, riskyForShippedApps, widensAccess, errors, warnings, accepted, hidden: Int
  }

  /// One step.
  struct Item: Encodable {
    let step, kind, description, verdict, reason: String
    let recordType, name, from, to: String?
    let isAccepted: Bool
    let recipe: [String]
  }

  var items: [Item] {
    steps.map { step in
      let change = step.change
      let (from, to) = change.values
      return Item(
        step: step.kind.rawValue, kind: change.kind, description: change.description, verdict: step.verdict.rawValue,
        reason: step.reason, recordType: change.recordType, name: change.declaration.unqualified, from: from, to: to,
        isAccepted: step.isAccepted, recipe: step.recipe)
    }
  }

  func text(_ style: Style) -> String {
    var text = findings.text(style)
    guard !steps.isEmpty else {
      return text + "nothing to deploy: \(summary.from) and \(summary.to) have the same schema\n"
    }
    if !text.isEmpty { text += "\n" }
    text += "from \(summary.from) to \(summary.to)\n"
    var kind: DeploymentStep.Kind?
    for step in steps {
      if step.kind != kind { text += "\n" + style.mark(step.kind.title, .strong) + "\n" }
      kind = step.kind
      text += "  " + style.mark(step.verdict.word, step.verdict.meaning) + "  \(step.change)"
      text += step.isAccepted ? ", accepted\n" : "\n"
      text += "    \(step.reason)\n"
      for (number, sentence) in zip(1..., step.recipe) { text += "    \(number). \(sentence)\n" }
    }
    return text + "\n" + totals
  }

  private var totals: String {
    let parts = [
      (summary.allowed, "allowed"), (summary.refusedInProduction, "refused in production"),
      (summary.riskyForShippedApps, "risky for shipped apps"),
      (summary.widensAccess, summary.widensAccess == 1 ? "widens access" : "widen access"),
      (summary.accepted, "accepted"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(summary.steps.of("step")): \(parts.joined(separator: ", ")); "
      + (summary.mayDeploy ? "deployable" : "not deployable")
      + " (policy: \(summary.policy)\(summary.security ? ", security" : ""))\n"
  }
}

extension DeploymentStep.Kind {
  /// The heading of the steps.
  fileprivate var title: String {
    switch self {
    case .roles: "roles"
    case .recordTypes: "new record types"
    case .fields: "new fields"
    case .fieldTypes: "changed types"
    case .indexes: "new indexes"
    case .grants: "grants"
    case .removals: "removals"
    }
  }
}

extension DeploymentStep.Verdict {
  /// The label of the step.
  fileprivate var word: String {
    switch self {
    case .allowed: "allowed"
    case .refusedInProduction: "refused"
    case .riskyForShippedApps: "risky"
    case .widensAccess: "widens access"
    }
  }

  /// The style of the label.
  fileprivate var meaning: Style.Meaning {
    switch self {
    case .allowed: .good
    case .refusedInProduction: .bad
    case .riskyForShippedApps, .widensAccess: .doubtful
    }
  }
}
