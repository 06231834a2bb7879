import Catalog
import CloudKitRecords
import Curation
import Diagnostics

/// A command that adds or changes one record.
struct RecordEdit {
  private let command: String
  private let options: EditOptions

  /// Creates an edit for a command.
  init(_ command: String, _ options: EditOptions) {
    self.command = command
    self.options = options
  }

  /// Plans the change, applies it and reports.
  func run(plan: (CatalogEditor, CatalogFinder) async throws -> SeedPlan) async throws {
    let opened = try options.open()
    let asOf = options.clock.asOf
    let plan = try await plan(CatalogEditor(opened.reader, asOf: asOf), CatalogFinder(opened.reader))
    var findings = Findings()
    findings.add(plan.diagnostics)
    options.output.writeFindings(findings)
    let isRefused = findings.has(atLeast: .error)
    var report = EditReport(
      command: command, container: opened.name, asOf: asOf, findings: findings, plan: plan)
    if !options.dryRun, !isRefused {
      var run = ChangeRun(to: opened.store)
      try await run.apply(plan.changes, replan: plan.replan(in: opened.store))
      report.outcome = run.outcome
    }
    if !isRefused || options.output.carriesFindings { try options.output.write(report) }
    try (isRefused ? .answerIsNo : report.outcome?.status ?? .done).exit()
  }
}

/// The changes that an edit applied or, in a dry run, planned.
struct EditReport: Report {
  let command, container: String
  let asOf: Timestamp?
  let findings: Findings
  let plan: SeedPlan
  /// The results; `nil` if nothing was applied.
  var outcome: ChangeOutcome?

  /// The totals.
  struct Summary: Encodable {
    let container: String
    let dryRun: Bool
    let created, updated, unchanged, failed: Int
  }

  var summary: Summary {
    let totals = SeedKind.allCases.map { SeedTotals(of: $0, plan, outcome) }
    return Summary(
      container: container, dryRun: outcome == nil, created: totals.reduce(0) { $0 + $1.created },
      updated: totals.reduce(0) { $0 + $1.updated }, unchanged: totals.reduce(0) { $0 + $1.unchanged },
      failed: totals.reduce(0) { $0 + $1.failed })
  }

  var items: [SeedItem] { SeedItem.all(of: plan, outcome, [:]) }

  func text(_ style: Style) -> String {
    let shown = items.map { $0.text(style) }.joined()
    if shown.isEmpty { return "no change: \(container) already matches\n" }
    return shown + (outcome == nil ? "dry run: nothing was written\n" : "")
  }
}

/// Comma-separated words, cleaned as in seed files. Empty words are ignored.
enum WordList {
  static func words(_ text: String) -> [String] {
    text.split(separator: ",").map { CleanText(String($0), limit: .tag).text }.filter { !$0.isEmpty }
  }
}
