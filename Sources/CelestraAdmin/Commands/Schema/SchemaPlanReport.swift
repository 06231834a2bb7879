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
  /// The findings about no step, such as mistakes in accepted findings.
  private let others: Findings

  init(
    _ plan: DeploymentPlan, from old: SchemaDocument, to new: SchemaDocument, policy: DeploymentPolicy, security: Bool,
    limit: Int
  ) {
    var findings = Findings()
    findings.add([], in: old.file.source)
    findings.add(plan.findings, in: new.file.source)
    self.findings = findings.limited(to: limit)
    steps = plan.steps
    let known = Set(plan.steps.lazy.map(\.change).map(DeploymentStep.Difference.init))
    others = self.findings.filtered { !known.contains(DeploymentStep.Difference($0)) }
    let verdicts = plan.counts.verdicts
    summary = Summary(
      from: old.file.source.name, to: new.file.source.name, policy: policy.rawValue, security: security,
      mayDeploy: plan.counts.mayDeploy, steps: plan.steps.count, allowed: verdicts[.allowed, default: 0],
      refusedInProduction: verdicts[.refusedInProduction, default: 0],
      riskyForShippedApps: verdicts[.riskyForShippedApps, default: 0],
      widensAccess: verdicts[.widensAccess, default: 0], errors: plan.counts.findings[.error, default: 0],
      warnings: plan.counts.findings[.warning, default: 0], accepted: plan.counts.accepted,
      hidden: self.findings.hidden, keptRecordTypes: plan.keptSystemTypes)
  }

  struct Summary: Encodable {
    let from, to, policy: String
    let security, mayDeploy: Bool
    let steps, allowed, refusedInProduction, riskyForShippedApps, widensAccess, errors, warnings, accepted, hidden: Int
    /// CloudKit's own record types that the new schema does not declare.
    let keptRecordTypes: [String]
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
    guard !steps.isEmpty else {
      return others.text(style) + "nothing to deploy: \(summary.from) and \(summary.to) have the same schema\n" + note
    }
    var text = others.text(style)
    text += text.isEmpty ? "" : "\n"
    text += "from \(summary.from) to \(summary.to)\n"
    var kind: DeploymentStep.Kind?
    for (step, findings) in located {
      if step.kind != kind { text += "\n" + style.mark(step.kind.title, .strong) + "\n" }
      kind = step.kind
      text += "  " + style.mark(step.verdict.word, step.verdict.meaning) + "  \(step.change)"
      text += step.isAccepted ? ", accepted\n" : "\n"
      text += "    \(step.reason)\n"
      for finding in findings { text += "    \(Self.line(of: finding))\n" }
      for (number, sentence) in zip(1..., step.recipe) { text += "    \(number). \(sentence)\n" }
    }
    return text + "\n" + totals + "\n" + note
  }

  func concise() -> String {
    let silent = located.filter(\.findings.isEmpty).map { step, _ in
      "\(summary.to): info: \(step.isAccepted ? "accepted" : step.verdict.word): \(step.change)\n"
    }
    return findings.located.map { $0.line + "\n" }.joined() + silent.joined()
  }

  func markdown() -> String {
    guard !steps.isEmpty || !others.diagnostics.isEmpty else { return "" }
    var lines = ["<!-- celestra-admin \(command) -->", "### `\(command)`: \(Markdown.escaped(totals))", ""]
    let rows = located.map { step, findings in
      [
        step.isAccepted ? "accepted" : step.verdict.word, "\(step.change)", step.reason,
        findings.map(Self.line).joined(separator: ", "),
      ]
    }
    lines += Markdown.table(["", "step", "why", "finding"], rows: rows).split(separator: "\n").map(String.init)
    for step in steps where !step.recipe.isEmpty {
      lines += ["", "**\(Markdown.escaped("\(step.change)"))**", ""]
      lines += zip(1..., step.recipe).map { "\($0). \(Markdown.escaped($1))" }
    }
    lines += [""] + others.located.map { "- \(Markdown.escaped($0.line))" }
    if !note.isEmpty { lines.append(Markdown.escaped(String(note.dropLast()))) }
    return MarkdownComment.joined(lines)
  }

  func junit() -> String {
    let tests = located.map { step, findings in
      JUnitDocument.Case(name: "\(step.change)", findings.first { $0.diagnostic.severity == .error })
    }
    let errors = others.located.filter { $0.diagnostic.severity == .error }
    let cases = tests + errors.map { JUnitDocument.Case(name: $0.diagnostic.rule, $0) }
    let output = findings.located.filter { $0.diagnostic.severity != .error }.map(\.line)
    let suite = JUnitDocument.Suite(
      name: summary.to, cases: cases.isEmpty ? [JUnitDocument.Case(name: command)] : cases, output: output)
    return JUnitDocument([suite], asOf: asOf).text
  }

  /// The steps, each with its findings.
  private var located: [(step: DeploymentStep, findings: [LocatedFinding])] {
    let found = Dictionary(grouping: findings.located) { DeploymentStep.Difference($0.diagnostic) }
    return steps.map { ($0, found[DeploymentStep.Difference($0.change)] ?? []) }
  }

  /// Returns a finding on one line. Only a likely rename says more than its step.
  private static func line(of finding: LocatedFinding) -> String {
    finding.diagnostic.rule == DeploymentRule.probableRename.documentation.id
      ? finding.line : "\(finding.place): \(finding.diagnostic.severity.rawValue) [\(finding.diagnostic.rule)]"
  }

  private var note: String {
    guard !summary.keptRecordTypes.isEmpty else { return "" }
    return
      "note: \(summary.to) leaves out \(summary.keptRecordTypes.joined(separator: " and ")), which CloudKit declares "
      + "and keeps\n"
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
      + " (policy: \(summary.policy)\(summary.security ? ", security" : ""))"
      + (summary.hidden > 0 ? "; \(summary.hidden) findings hidden by --max-findings" : "")
  }
}

extension DeploymentStep.Kind {
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
  fileprivate var word: String {
    switch self {
    case .allowed: "allowed"
    case .refusedInProduction: "refused"
    case .riskyForShippedApps: "risky"
    case .widensAccess: "widens access"
    }
  }

  fileprivate var meaning: Style.Meaning {
    switch self {
    case .allowed: .good
    case .refusedInProduction: .bad
    case .riskyForShippedApps, .widensAccess: .doubtful
    }
  }
}
