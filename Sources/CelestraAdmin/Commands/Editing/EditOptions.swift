import ArgumentParser
import Catalog
import CloudKitRecords
import Curation
import Diagnostics

/// The options of commands that add or change one record, and what they do alike.
struct EditOptions: ParsableArguments {
  @Flag(help: "Show what would be written, write nothing.")
  var dryRun = false

  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  /// Plans a change, makes it and reports.
  func edit(
    _ command: String, plan: (CatalogEditor, CatalogFinder) async throws -> SeedPlan
  ) async throws {
    let opened = try dryRun ? container.openForReading() : container.openExisting()
    let asOf = clock.asOf
    let plan = try await plan(CatalogEditor(opened.reader, asOf: asOf), CatalogFinder(opened.reader))
    var findings = Findings()
    findings.add(plan.diagnostics)
    output.tell(findings)
    let isRefused = findings.has(atLeast: .error)
    let outcome = dryRun || isRefused ? nil : try await SeedRun(store: opened.store, plan: plan).apply()
    let report = EditReport(
      command: command, container: opened.name, asOf: asOf, findings: findings, plan: plan, outcome: outcome)
    if !isRefused || output.carriesFindings { try output.write(report) }
    try (isRefused ? .answerIsNo : report.status).exit()
  }
}

/// What a change by hand did, or would do.
struct EditReport: Report {
  let command, container: String
  let asOf: Timestamp?
  let findings: Findings
  let plan: SeedPlan
  /// What was written; `nil` where nothing was to be.
  let outcome: SeedRun.Outcome?

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

  var items: [SeedItem] {
    let failures = Dictionary(
      (outcome?.failures ?? []).map { (plan.name(of: $0.step), $0.error) }, uniquingKeysWith: { first, _ in first })
    return plan.steps.compactMap { SeedItem($0, of: plan, failure: failures[plan.name(of: $0)], [:]) }
  }

  /// How the command ends.
  var status: ExitStatus {
    if outcome?.wasStopped == true { return .couldNot }
    return outcome?.failures.isEmpty == false ? .answerIsNo : .done
  }

  func text(_ style: Style) -> String {
    let shown = items.map { $0.text(style) }.joined()
    if shown.isEmpty { return "nothing to do: it is so in \(container)\n" }
    return shown + (outcome == nil ? "dry run: nothing was written\n" : "")
  }
}

/// Words between commas, cleaned as in seed files, none empty.
enum WordList {
  static func words(_ text: String) -> [String] {
    text.split(separator: ",").map { CleanText(String($0), limit: .tag).text }.filter { !$0.isEmpty }
  }
}
