import CloudKitSchema
import Diagnostics
import SchemaReview

/// The steps from one schema to another, with findings.
struct SchemaPlanReport: Report {
  let command = "schema plan"
  let findings: Findings
  let rules = DeploymentRule.all.map(\.documentation) + [DeploymentStep.documentation]
  private let plan: DeploymentPlan
  private let from, to: String
  private let policy: DeploymentPolicy
  private let security: Bool
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
    (from, to) = (old.file.source.name, new.file.source.name)
    self.plan = plan
    self.policy = policy
    self.security = security
    let known = Set(plan.steps.lazy.map(\.change).map(DeploymentStep.Difference.init))
    others = self.findings.filtered { !known.contains(DeploymentStep.Difference($0)) }
  }

  private func count(_ verdict: DeploymentStep.Verdict) -> Int { plan.counts.verdicts[verdict, default: 0] }

  var summary: EncodableObject {
    [
      "from": from, "to": to, "policy": policy.rawValue, "security": security, "mayDeploy": plan.counts.mayDeploy,
      "steps": plan.steps.count, "allowed": count(.allowed), "refusedInProduction": count(.refusedInProduction),
      "riskyForShippedApps": count(.riskyForShippedApps), "widensAccess": count(.widensAccess),
      "errors": plan.counts.findings[.error, default: 0], "warnings": plan.counts.findings[.warning, default: 0],
      "accepted": plan.counts.accepted, "hidden": findings.hidden, "keptRecordTypes": plan.keptSystemTypes,
    ]
  }

  var items: [EncodableObject] {
    plan.steps.map { step in
      let change = step.change
      let (from, to) = change.values
      return [
        "step": step.kind.rawValue, "kind": change.kind, "description": change.description,
        "verdict": step.verdict.rawValue, "reason": step.reason, "recordType": change.recordType,
        "name": change.declaration.unqualified, "from": from, "to": to, "isAccepted": step.isAccepted,
        "recipe": step.recipe,
      ]
    }
  }

  func text(_ style: Style) -> String {
    guard !plan.steps.isEmpty else {
      return others.text(style) + "nothing to deploy: \(from) and \(to) have the same schema\n" + note
    }
    var text = others.text(style)
    text += text.isEmpty ? "" : "\n"
    text += "from \(from) to \(to)\n"
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

  /// The findings, and a note per step without one.
  var annotations: Findings {
    let reported = Set(plan.findings.map(DeploymentStep.Difference.init))
    return findings.adding(
      plan.steps.filter { !reported.contains(DeploymentStep.Difference($0.change)) }.map { step in
        var note = step.note
        note.message = "\(step.word): \(note.message)"
        return note
      })
  }

  func markdown() -> String {
    guard !plan.steps.isEmpty || !others.diagnostics.isEmpty else { return "" }
    var lines = ["<!-- celestra-admin \(command) -->", "### `\(command)`: \(Markdown.escaped(totals))", ""]
    let rows = located.map { step, findings in
      [
        step.word, "\(step.change)", step.reason,
        findings.map(Self.line).joined(separator: ", "),
      ]
    }
    lines += Markdown.table(["", "step", "why", "finding"], rows: rows).split(separator: "\n").map(String.init)
    for step in plan.steps where !step.recipe.isEmpty {
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
      name: to, cases: cases.isEmpty ? [JUnitDocument.Case(name: command)] : cases, output: output)
    return JUnitDocument([suite], asOf: asOf).text
  }

  /// The steps, each with its findings.
  private var located: [(step: DeploymentStep, findings: [LocatedFinding])] {
    let found = Dictionary(grouping: findings.located) { DeploymentStep.Difference($0.diagnostic) }
    return plan.steps.map { ($0, found[DeploymentStep.Difference($0.change)] ?? []) }
  }

  /// Returns a finding on one line. Only a likely rename says more than its step.
  private static func line(of finding: LocatedFinding) -> String {
    finding.diagnostic.rule == DeploymentRule.probableRename.documentation.id
      ? finding.line : "\(finding.place): \(finding.diagnostic.severity.rawValue) [\(finding.diagnostic.rule)]"
  }

  private var note: String {
    guard !plan.keptSystemTypes.isEmpty else { return "" }
    return
      "note: \(to) leaves out \(plan.keptSystemTypes.joined(separator: " and ")), which CloudKit declares "
      + "and keeps\n"
  }

  private var totals: String {
    let parts = [
      (count(.allowed), "allowed"), (count(.refusedInProduction), "refused in production"),
      (count(.riskyForShippedApps), "risky for shipped apps"),
      (count(.widensAccess), count(.widensAccess) == 1 ? "widens access" : "widen access"),
      (plan.counts.accepted, "accepted"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(plan.steps.count.of("step")): \(parts.joined(separator: ", ")); "
      + (plan.counts.mayDeploy ? "deployable" : "not deployable")
      + " (policy: \(policy.rawValue)\(security ? ", security" : ""))"
      + (findings.hidden > 0 ? "; \(findings.hidden.of("finding")) hidden by --max-findings" : "")
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

extension DeploymentStep {
  fileprivate var word: String { isAccepted ? "accepted" : verdict.word }
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
