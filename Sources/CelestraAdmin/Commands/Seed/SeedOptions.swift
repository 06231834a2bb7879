import ArgumentParser
import CloudKitRecords
import Curation
import Diagnostics

/// The options of all seed commands, and what they do alike.
struct SeedOptions: ParsableArguments {
  @Flag(help: "Show what would be written, write nothing.")
  var dryRun = false

  @Flag(help: "Refuse lists that are not well-formed XML, instead of mending them.")
  var strict = false

  @OptionGroup var lists: ListOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TextAndJSON>

  /// Reads the files, plans, applies and reports. A mistake in a file stops it before anything is written.
  func seed(_ paths: [String], command: String, taking kinds: [SeedKind]) async throws {
    var files = try SeedFiles(paths, isStrict: strict)
    let opened = try openToPlan()
    let asOf = clock.asOf
    let policy = try lists.policy(&files)
    let plan = try await plan(lists.seeds(of: files, taking: kinds), for: opened, asOf: asOf, policy)
    let findings = files.findings.adding(plan.diagnostics)
    files.forget()
    let isRefused = findings.has(atLeast: .error)
    let outcome =
      dryRun || isRefused ? nil : try await apply(plan, to: try container.exists ? opened : container.openOrMake())
    tell(findings, files.skipped, isRefused: isRefused)
    let report = SeedReport(
      command: command, container: opened.name, asOf: asOf, isDryRun: outcome == nil, plan: plan,
      outcome: outcome, findings: findings)
    if !isRefused || output.carriesFindings { try output.write(report) }
    try status(isRefused, outcome).exit()
  }

  /// A container that is not there yet is planned for in memory, and made when the plan is known to be good.
  private func openToPlan() throws -> ContainerOptions.Opened {
    guard try container.exists else { return try container.openInMemory() }
    return try dryRun ? container.openForReading() : container.openExisting()
  }

  private func plan(
    _ seeds: SeedCatalog, for opened: ContainerOptions.Opened, asOf: Timestamp, _ policy: SeedPolicy
  ) async throws -> SeedPlan {
    let progress = ProgressLine()
    defer { progress.end() }
    let planner = SeedPlanner(
      store: opened.store, schema: opened.schema, layout: opened.layout, asOf: asOf, policy: policy)
    return try await planner.plan(seeds) { progress.update("feeds read", done: $0, of: nil) }
  }

  private func apply(_ plan: SeedPlan, to opened: ContainerOptions.Opened) async throws -> SeedRun.Outcome {
    let progress = ProgressLine()
    defer { progress.end() }
    let total = plan.changes
    return try await SeedRun(store: opened.store, plan: plan).apply {
      progress.update("records", done: $0, of: total)
    }
  }

  private func tell(_ findings: Findings, _ skipped: [String], isRefused: Bool) {
    output.tell(findings)
    for path in skipped { Terminal.standardError.write("note: skipped \(path): it is no seed file\n") }
    if isRefused {
      Terminal.standardError.write("nothing was written; mend the errors and run the same command again\n")
    }
  }

  private func status(_ isRefused: Bool, _ outcome: SeedRun.Outcome?) -> ExitStatus {
    if outcome?.wasStopped == true { return .couldNot }
    return isRefused || outcome?.failures.isEmpty == false ? .answerIsNo : .done
  }
}
