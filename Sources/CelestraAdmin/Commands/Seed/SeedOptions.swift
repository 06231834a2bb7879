import ArgumentParser
import CloudKitRecords
import Curation
import Diagnostics

/// The options of all seed commands, and what they do alike.
struct SeedOptions: ParsableArguments {
  @Flag(help: "Show what would be written, write nothing.")
  var dryRun = false

  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions

  /// Reads the files, plans, applies and reports. A mistake in a file stops it before anything is written.
  func seed(_ paths: [String], command: String, taking kinds: [SeedKind]) async throws {
    var files = try SeedFiles(paths)
    let progress = ProgressLine()
    defer { progress.end() }
    let asOf = clock.asOf
    // A container that is not there yet is planned for in memory, and made when the plan is known to be good.
    let planned =
      try dryRun && container.exists
      ? container.openForReading() : container.exists ? container.openExisting() : container.openInMemory()
    let planner = SeedPlanner(store: planned.store, layout: planned.layout, asOf: asOf)
    let plan = try await planner.plan(files.seeds.only(kinds)) { progress.update("feeds read", done: $0, of: nil) }
    let findings = files.findings.adding(plan.diagnostics)
    files.forget()
    let isRefused = findings.has(atLeast: .error)
    var outcome: SeedRun.Outcome?
    if !dryRun && !isRefused {
      let store = try container.exists ? planned.store : container.openOrMake().store
      let total = plan.changes
      outcome = try await SeedRun(store: store, plan: plan).apply { progress.update("records", done: $0, of: total) }
    }
    progress.end()
    output.tell(findings)
    tellSkipped(files.skipped)
    if isRefused {
      Terminal.standardError.write("nothing was written; mend the errors and run the same command again\n")
    }
    let report = SeedReport(
      command: command, container: try container.container, asOf: asOf, isDryRun: dryRun || isRefused, plan: plan,
      outcome: outcome, findings: findings)
    if !isRefused || output.format == .json { try output.write(report) }
    try status(isRefused, outcome).exit()
  }

  private func tellSkipped(_ skipped: [String]) {
    for path in skipped { Terminal.standardError.write("note: skipped \(path): it is no seed file\n") }
  }

  private func status(_ isRefused: Bool, _ outcome: SeedRun.Outcome?) -> ExitStatus {
    if outcome?.wasStopped == true { return .couldNot }
    return isRefused || outcome?.failures.isEmpty == false ? .answerIsNo : .done
  }
}
