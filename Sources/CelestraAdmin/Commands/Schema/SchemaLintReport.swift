import CloudKitSchema
import Diagnostics

/// What the rules find in schema files.
struct SchemaLintReport: Report {
  let command = "schema lint"
  let summary: Summary
  let items: [Item]
  let findings: Findings
  let rules = SchemaRule.all.map { ReportedRule($0.documentation) }
  private let worst: Diagnostic.Severity?

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
    let all = accepted.open
    var findings = Findings()
    for result in results { findings.add([], in: result.source) }
    findings.add(Self.mostSevere(limit, of: all))
    findings.shown = limit
    self.findings = findings
    worst = all.map(\.severity).max()
    items = results.map { result in
      Item(
        file: result.source.name, findings: result.run.diagnostics.count, suppressed: result.run.suppressed,
        fixed: result.fixed)
    }
    summary = Summary(
      files: results.count, errors: all.count { $0.severity == .error },
      warnings: all.count { $0.severity == .warning }, notes: all.count { $0.severity == .info },
      suppressed: items.reduce(0) { $0 + $1.suppressed }, accepted: accepted.accepted.count,
      fixed: items.reduce(0) { $0 + $1.fixed }, hidden: all.count - findings.diagnostics.count)
  }

  /// Whether there is a finding at least as severe, shown or not.
  func fails(atLeast severity: Diagnostic.Severity) -> Bool { worst.map { $0 >= severity } ?? false }

  /// The first findings of each severity, the most severe ones before the others have room, in the order of the text.
  private static func mostSevere(_ limit: Int, of all: [Diagnostic]) -> [Diagnostic] {
    guard all.count > limit else { return all }
    var room = limit
    var isKept = Array(repeating: false, count: all.count)
    for severity in Diagnostic.Severity.allCases.reversed() {
      for index in all.indices where room > 0 && all[index].severity == severity {
        isKept[index] = true
        room -= 1
      }
    }
    return zip(all, isKept).filter(\.1).map(\.0)
  }

  func text(_ style: Style) -> String {
    var text = findings.text(style)
    if summary.hidden > 0 { text += "\(summary.hidden) more are hidden by --max-findings\n" }
    for (count, word) in [(summary.fixed, "fixed"), (summary.suppressed, "suppressed"), (summary.accepted, "accepted")]
    where count > 0 { text += "\(count) \(word)\n" }
    if summary.errors + summary.warnings + summary.notes == 0 {
      text += style.mark("no findings", .good) + " in \(summary.files) file\(summary.files == 1 ? "" : "s")\n"
    }
    return text
  }
}
