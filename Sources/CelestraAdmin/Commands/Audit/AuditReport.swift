import CloudKitRecords
import Curation
import Diagnostics

/// What is wrong in a catalogue, and the results of its fixes.
struct AuditReport: Report {
  let command = "audit"
  let container: String
  let asOf: Timestamp?
  let findings: Findings
  let rules = AuditRule.all.map(\.documentation)
  private let outcome: CatalogAudit.Outcome
  private let fixed: ChangeOutcome?

  /// The totals.
  struct Summary: Encodable {
    let container: String
    let errors, warnings, notes, fixable, mended, failed: Int
    /// Records looked at, by type.
    let records: [String: Int]
  }

  /// The findings of one rule.
  struct Item: Encodable {
    let rule, severity, summary: String
    let findings: Int
    let isFixable: Bool
  }

  /// The report on an audit, after fixes where there were any.
  init(container: String, asOf: Timestamp, outcome: CatalogAudit.Outcome, fixed: ChangeOutcome?) {
    self.container = container
    self.asOf = asOf
    self.outcome = outcome
    self.fixed = fixed
    var findings = Findings()
    findings.add(outcome.findings.map { $0.diagnostic(in: container) })
    self.findings = findings
  }

  var summary: Summary {
    Summary(
      container: container, errors: findings.count(.error), warnings: findings.count(.warning),
      notes: findings.count(.info), fixable: outcome.fixes.count,
      mended: fixed?.written ?? 0, failed: fixed?.failed ?? 0, records: outcome.records)
  }

  var items: [Item] {
    let counts = Dictionary(grouping: outcome.findings, by: \.rule.id).mapValues(\.count)
    return AuditRule.all.compactMap { rule in
      counts[rule.id].map {
        Item(
          rule: rule.id, severity: rule.severity.rawValue, summary: rule.documentation.summary, findings: $0,
          isFixable: rule.isFixable)
      }
    }
  }

  /// How the command ends.
  /// - Parameter severity: what a finding has to be for the answer to be no; `nil` where none is enough.
  func status(failingOn severity: Diagnostic.Severity?) -> ExitStatus {
    if let fixed, fixed.status != .done { return fixed.status }
    return severity.map(findings.has) == true ? .answerIsNo : .done
  }

  func text(_ style: Style) -> String {
    let summary = summary
    var text = findings.text(style)
    if summary.mended > 0 { text += "\(summary.mended.of("record")) fixed\n" }
    for failure in fixed?.failures ?? [] {
      text += style.mark("failed", .bad) + " \(OneLine.text(failure.description))\n"
    }
    if fixed == nil, summary.fixable > 0 { text += "--fix can fix \(summary.fixable.of("record"))\n" }
    if findings.diagnostics.isEmpty {
      let records = summary.records.values.reduce(0, +)
      text += style.mark("no findings", .good) + " in \(container): \(records.of("record")) looked at\n"
    }
    return text
  }

  /// A fix in words.
  static func line(_ change: PlannedChange) -> String {
    let fields = change.operation.record.fields.keys.sorted().joined(separator: ", ")
    let what = fields.isEmpty ? "" : " (\(fields))"
    return "\(change.operation.kind.rawValue) \(change.recordType) \(OneLine.text(change.title))\(what)"
  }
}
