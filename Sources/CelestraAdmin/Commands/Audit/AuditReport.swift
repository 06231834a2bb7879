import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics

/// The findings in a catalog, and the results of fixes.
struct AuditReport: Report {
  let command = "audit"
  let container: String
  let asOf: Timestamp?
  let rules = Rule.ofAudits
  let outcome: CatalogAudit.Outcome
  /// The results of fixes; `nil` if nothing was written.
  let fixed: ChangeOutcome?

  var findings: Findings { Findings(outcome.findings.map(\.diagnostic)) }

  var summary: EncodableObject {
    [
      "container": container, "errors": findings.count(.error), "warnings": findings.count(.warning),
      "notes": findings.count(.info), "fixable": outcome.fixes.count, "fixed": fixed?.written ?? 0,
      "failed": fixed?.failed ?? 0, "records": outcome.records,
    ]
  }

  var items: [EncodableObject] {
    let counts = Dictionary(grouping: outcome.findings, by: \.diagnostic.rule).mapValues(\.count)
    return Rule.ofAudits.compactMap { rule in
      counts[rule.id].map {
        [
          "rule": rule.id, "severity": rule.severity.rawValue, "summary": rule.summary, "findings": $0,
          "isFixable": rule.isFixable,
        ]
      }
    }
  }

  /// - Parameter severity: The lowest severity that fails the command; `nil` for none.
  func status(failingOn severity: Diagnostic.Severity?) -> ExitStatus {
    if let fixed, fixed.status != .done { return fixed.status }
    return severity.map(findings.has) == true ? .answerIsNo : .done
  }

  func text(_ style: Style) -> String {
    var text = findings.text(style)
    if let fixed, fixed.written > 0 { text += "\(fixed.written.of("record")) fixed\n" }
    text += (fixed?.failures ?? []).map(ChangeItem.init).text(style)
    if fixed == nil, !outcome.fixes.isEmpty { text += "--fix can fix \(outcome.fixes.count.of("record"))\n" }
    if findings.diagnostics.isEmpty {
      let records = outcome.records.values.reduce(0, +)
      text += style.mark("no findings", .good) + " in \(container): \(records.of("record")) checked\n"
    }
    return text
  }
}
