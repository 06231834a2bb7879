import CloudKitSchema
import Diagnostics
import SchemaReview

/// The steps from one schema to another, and what is wrong with them.
struct SchemaPlanReport: Report {
  let command = "schema plan"
  let summary: Summary
  let findings: Findings
  let rules = DeploymentRule.all.map(\.documentation)
  private let steps: [DeploymentStep]

  /// The report on a plan.
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
      let (kind, name, from, to) = step.change.parts
      return Item(
        step: step.kind.rawValue, kind: kind, description: step.change.description, verdict: step.verdict.rawValue,
        reason: step.reason, recordType: step.change.recordType, name: name, from: from, to: to,
        isAccepted: step.isAccepted, recipe: step.recipe)
    }
  }

  func text(_ style: Style) -> String {
    var text = findings.text(style)
    guard !steps.isEmpty else {
      return text + "nothing to deploy: \(summary.from) and \(summary.to) mean the same\n"
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
    let verdict = summary.mayDeploy ? "may be deployed" : "may not be deployed"
    return "\(summary.steps) step\(summary.steps == 1 ? "" : "s"): \(parts.joined(separator: ", ")); "
      + "by the policy \(summary.policy)\(summary.security ? " with security" : "") it \(verdict)\n"
  }
}

extension DeploymentStep.Kind {
  /// The heading above steps of the kind.
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
  /// The verdict in front of a step.
  fileprivate var word: String {
    switch self {
    case .allowed: "allowed"
    case .refusedInProduction: "refused"
    case .riskyForShippedApps: "risky"
    case .widensAccess: "widens access"
    }
  }

  /// How it is set off.
  fileprivate var meaning: Style.Meaning {
    switch self {
    case .allowed: .good
    case .refusedInProduction: .bad
    case .riskyForShippedApps, .widensAccess: .doubtful
    }
  }
}
