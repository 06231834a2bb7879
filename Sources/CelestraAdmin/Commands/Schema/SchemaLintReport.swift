import Diagnostics
import SchemaReview

/// What the rules find in schema files.
struct SchemaLintReport: Report {
  let command = "schema lint"
  let summary: Summary
  let items: [Item]
  let findings: Findings
  let rules = SchemaRule.all.map(\.documentation)

  /// What was found in one file.
  struct Result {
    let source: SourceText
    let run: LintRun
    let fixed: Int

    /// The run over a file, after fixes where there were any.
    init(_ source: SourceText, _ run: LintRun, fixed: Int) {
      self.source = source
      self.run = run
      self.fixed = fixed
    }
  }

  /// The totals; what is not shown for its number is counted.
  struct Summary: Encodable {
    let files, errors, warnings, notes, suppressed, accepted, fixed, hidden: Int
  }

  /// One file.
  struct Item: Encodable {
    let file: String
    let findings, suppressed, fixed: Int
  }

  /// The report on files that were looked at.
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
      text += style.mark("no findings", .good) + " in \(summary.files) file\(summary.files == 1 ? "" : "s")\n"
    }
    return text
  }
}
