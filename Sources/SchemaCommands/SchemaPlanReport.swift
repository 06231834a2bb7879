import CloudKitSchema
package import CommandLineTool
package import Diagnostics
package import SchemaReview

/// The steps from one schema to another, with findings.
package struct SchemaPlanReport: Report {
  package let command = Program.current.schemaCommand("plan")
  package let findings: Findings
  package let rules = Rule.ofDeployments + [.deploymentStep]
  private let plan: DeploymentPlan
  private let from, to: String
  private let policy: DeploymentPolicy
  private let security: Bool

  package init(
    _ plan: DeploymentPlan, from old: SchemaDocument, to new: SchemaDocument, policy: DeploymentPolicy, security: Bool,
    limit: Int
  ) {
    findings = Findings(plan.findings, in: [old.file.source, new.file.source]).limited(to: limit)
    (from, to) = (old.file.source.name, new.file.source.name)
    self.plan = plan
    self.policy = policy
    self.security = security
  }

  /// The findings about no step: mistakes in accepted findings.
  private var others: Findings { findings.filtered(Set(plan.acceptanceFindings).contains) }

  private func count(_ verdict: Assessment.Verdict) -> Int { plan.count(verdict) }

  package var summary: EncodableObject {
    [
      "from": from, "to": to, "policy": policy.rawValue, "security": security, "mayDeploy": plan.mayDeploy,
      "steps": plan.steps.count, "allowed": count(.allowed), "refusedInProduction": count(.refusedInProduction),
      "riskyForShippedApps": count(.riskyForShippedApps), "widensAccess": count(.widensAccess),
      "errors": plan.findings.count { $0.severity == .error },
      "warnings": plan.findings.count { $0.severity == .warning },
      "accepted": plan.accepted, "hidden": findings.hidden, "keptRecordTypes": plan.keptSystemTypes,
    ]
  }

  package var items: [EncodableObject] {
    plan.steps.map { step in
      let change = step.change
      let summary = change.summary
      return [
        "step": step.assessment.kind.rawValue, "kind": summary.kind.rawValue, "description": summary.description,
        "verdict": step.assessment.verdict.rawValue, "reason": step.assessment.reason, "recordType": change.recordType,
        "name": change.declaration.unqualified, "from": summary.from, "to": summary.to, "isAccepted": step.isAccepted,
        "recipe": step.recipe, "database": step.database?.rawValue,
      ]
    }
  }

  package func text(_ style: Style) -> String {
    guard !plan.steps.isEmpty else {
      return others.text(style) + "nothing to deploy: \(from) and \(to) have the same schema\n" + note
    }
    var text = others.text(style)
    text += text.isEmpty ? "" : "\n"
    text += "from \(from) to \(to)\n"
    var last: Assessment?
    for (step, findings) in located {
      let assessment = step.assessment
      let isNew = assessment.kind != last?.kind
      if isNew { text += "\n" + style.mark(assessment.kind.title, .strong) + "\n" }
      let isRepeated = !isNew && assessment.reason == last?.reason
      last = assessment
      text += "  " + style.mark(assessment.verdict.word, assessment.verdict.meaning) + "  \(step.change)"
      text += step.isAccepted ? ", accepted\n" : "\n"
      text += isRepeated ? "" : "    \(assessment.reason)\n"
      for finding in findings { text += "    \(Self.line(of: finding))\n" }
      for (number, sentence) in zip(1..., step.recipe) { text += "    \(number). \(sentence)\n" }
    }
    return text + "\n" + totals + "\n" + note
  }

  /// The findings, and a note per step without one.
  package var annotations: Findings {
    findings.adding(
      plan.steps.filter(\.findings.isEmpty).map { step in
        var note = step.note
        note.message = "\(step.word): \(note.message)"
        return note
      })
  }

  package func markdown() -> String {
    guard !plan.steps.isEmpty || !others.diagnostics.isEmpty else { return "" }
    var lines = ["<!-- \(Program.current.name) \(command) -->", "### `\(command)`: \(Markdown.escaped(totals))", ""]
    let reasons = plan.steps.map(\.assessment.reason)
    let rows = zip(located, [""] + reasons).map { pair, previous in
      [
        pair.step.word, "\(pair.step.change)",
        pair.step.assessment.reason == previous ? "as above" : pair.step.assessment.reason,
        pair.findings.map(Self.line).joined(separator: ", "),
      ]
    }
    lines += Markdown.table(["", "step", "why", "finding"], rows: rows).split(separator: "\n").map(String.init)
    for step in plan.steps where !step.recipe.isEmpty {
      lines += ["", "**\(Markdown.escaped("\(step.change)"))**", ""]
      lines += zip(1..., step.recipe).map { "\($0). \(Markdown.escaped(keepingCode: $1))" }
    }
    lines += [""] + others.located.map { "- \(Markdown.escaped($0.line))" }
    lines += notes.map { "- note: \(Markdown.escaped($0))" }
    return MarkdownComment.joined(lines)
  }

  private var located: [(step: DeploymentStep, findings: [LocatedFinding])] {
    let shown = Dictionary(findings.located.map { ($0.diagnostic, $0) }) { first, _ in first }
    return plan.steps.map { step in (step, step.findings.compactMap { shown[$0] }) }
  }

  /// Returns a finding on one line. Only a likely rename says more than its step.
  private static func line(of finding: LocatedFinding) -> String {
    finding.diagnostic.rule == Rule.probableRename.id
      ? finding.line : "\(finding.place): \(finding.diagnostic.severity.rawValue) [\(finding.diagnostic.rule)]"
  }

  private var notes: [String] {
    var notes: [String] = []
    if !plan.keptSystemTypes.isEmpty {
      let kept = plan.keptSystemTypes.joined(separator: " and ")
      notes.append("\(to) leaves out \(kept), which CloudKit declares and keeps")
    }
    if plan.isOfTwoContainers {
      notes.append("\(from) and \(to) have no record type in common; check that both are of the same container")
    }
    return notes
  }

  private var note: String { notes.map { "note: \($0)\n" }.joined() }

  private var totals: String {
    let parts = [
      (count(.allowed), "allowed"), (count(.refusedInProduction), "refused in production"),
      (count(.riskyForShippedApps), "risky for shipped apps"),
      (count(.widensAccess), count(.widensAccess) == 1 ? "widens access" : "widen access"),
      (plan.accepted, "accepted"),
    ].filter { $0.0 > 0 }.map { "\($0.0) \($0.1)" }
    return "\(plan.steps.count.of("step")): \(parts.joined(separator: ", ")); "
      + (plan.mayDeploy ? "deployable" : "not deployable")
      + " (policy: \(policy.rawValue)\(security ? ", security" : ""))"
      + (findings.hidden > 0 ? "; \(findings.hidden.of("finding")) hidden by --limit" : "")
  }
}

extension Assessment.Kind {
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
  fileprivate var word: String { isAccepted ? "accepted" : assessment.verdict.word }
}

extension Assessment.Verdict {
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
