import Diagnostics
import SchemaReview

/// The findings of the rules in schema files.
struct SchemaLintReport: Report {
  let command = "schema lint"
  let summary: Summary
  let items: [Item]
  let findings: Findings
  let rules = SchemaRule.all.map(\.documentation)

  /// The result for one file, after fixes.
  struct Result {
    let source: SourceText
    let run: LintRun
    let fixed: Int
  }

  /// The totals, including hidden findings.
  struct Summary: Encodable {
    let files, errors, warnings, notes, suppressed, accepted, fixed, hidden: Int
  }

  struct Item: Encodable {
    let file: String
    let findings, suppressed, fixed: Int
  }

  init(_ results: [Result], accepted: AcceptedOutcome, limit: Int) {
    var findings = Findings()
    for result in results { findings.add([], in: result.source) }
    findings.add(accepted.open)
    self.findings = findings.limited(to: limit)
    items = results.map { result in
      Item(
        file: result.source.name, findings: result.run.diagnostics.count, suppressed: result.run.suppressed,
        fixed: result.fixed)
    }
    summary = Summary(
      files: results.count, errors: findings.count(.error), warnings: findings.count(.warning),
      notes: findings.count(.info),
      suppressed: items.reduce(0) { $0 + $1.suppressed }, accepted: accepted.accepted.count,
      fixed: items.reduce(0) { $0 + $1.fixed }, hidden: self.findings.hidden)
  }

  func text(_ style: Style) -> String {
    var text = findings.text(style)
    for (count, word) in [(summary.fixed, "fixed"), (summary.suppressed, "suppressed"), (summary.accepted, "accepted")]
    where count > 0 { text += "\(count) \(word)\n" }
    if summary.errors + summary.warnings + summary.notes == 0 {
      text += style.mark("no findings", .good) + " in \(summary.files.of("file"))\n"
    }
    return text
  }
}
