import Diagnostics
import SchemaReview

/// The findings of the rules in schema files.
struct SchemaLintReport: Report {
  let command = "schema lint"
  let summary: Summary
  let items: [Item]
  let findings: Findings
  let rules = SchemaRule.all.map(\.documentation)
  private let severities: [String: Diagnostic.Severity]

  /// The result for one file, after fixes.
  struct Result {
    let source: SourceText
    let run: LintRun
    let fixed: Int
    /// The number of fixes that would change the schema.
    var unsafe = 0
  }

  /// The totals, including hidden findings.
  struct Summary: Encodable {
    let files, errors, warnings, notes, suppressed, accepted, fixed, unsafe, hidden: Int
    /// The numbers of findings by rule.
    let byRule: [String: Int]
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
      fixed: items.reduce(0) { $0 + $1.fixed }, unsafe: results.reduce(0) { $0 + $1.unsafe },
      hidden: self.findings.hidden, byRule: accepted.open.reduce(into: [:]) { $0[$1.rule, default: 0] += 1 })
    severities = Dictionary(accepted.open.map { ($0.rule, $0.severity) }) { first, _ in first }
  }

  func text(_ style: Style) -> String {
    var text = summary.byRule.values.reduce(0, +) > Self.manyFindings ? rulesTable(style) + "\n" : ""
    text += findings.text(style)
    let counts = [
      (summary.fixed, "fixed"), (summary.unsafe, "fixable with --fix --unsafe-fixes, which changes the schema"),
      (summary.suppressed, "suppressed"), (summary.accepted, "accepted"),
    ]
    for (count, word) in counts where count > 0 { text += "\(count) \(word)\n" }
    if summary.errors + summary.warnings + summary.notes == 0 {
      text += style.mark("no findings", .good) + " in \(summary.files.of("file"))\n"
    }
    return text
  }

  /// The number of findings above which a table of rules precedes them.
  private static let manyFindings = 10

  /// Returns the number of findings of each rule, most severe and most frequent first.
  private func rulesTable(_ style: Style) -> String {
    let rules = summary.byRule.compactMap { rule, count in
      severities[rule].map { (rule: rule, count: count, severity: $0) }
    }
    let sorted = rules.sorted { ($1.severity, $1.count, $0.rule) < ($0.severity, $0.count, $1.rule) }
    let rows = sorted.map { ["\($0.count)", $0.severity.rawValue, $0.rule] }
    return ReportTable([">findings", "severity", "rule"], rows).text(style)
  }
}
