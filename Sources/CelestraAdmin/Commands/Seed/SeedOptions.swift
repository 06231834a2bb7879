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

  @Option(
    help: ArgumentHelp("Write the plan to this file, for 'apply', and nothing into the container.", valueName: "file"))
  var planOut: String?

  @OptionGroup var lists: ListOptions
  @OptionGroup var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup var output: OutputOptions<TextJSONAndMarkdown>

  /// Reads the files, plans, applies and reports. A mistake in a file stops it before anything is written.
  func seed(
    _ paths: [String], command: String, taking kinds: [SeedKind], pruning prune: PruneOptions? = nil
  ) async throws {
    if planOut != nil, dryRun { throw ValidationError("--plan-out writes a file, --dry-run none; say one of them") }
    let isWhole = kinds == SeedKind.allCases && paths.allSatisfy(SeedFiles.isFolder)
    try prune?.check(isWhole: isWhole)
    var files = try SeedFiles(paths, taking: kinds, isStrict: strict)
    let opened = try openToPlan()
    let asOf = clock.asOf
    let policy = try lists.policy(&files)
    let plan = try await plan(
      lists.seeds(of: files, taking: kinds), for: opened, asOf: asOf, policy, findsOrphans: isWhole)
    let findings = files.findings.adding(plan.diagnostics)
    files.forget()
    let isRefused = findings.has(atLeast: .error)
    tell(findings, files.skipped, isRefused: isRefused)
    var report = SeedReport(
      command: command, container: opened.name, asOf: asOf, plan: plan, findings: findings, sources: files.sources)
    if !isRefused {
      report.removal = try await prune?.removal(of: plan, in: opened, asOf: asOf)
      if let planOut { try write(plan, report.removal, asOf: asOf, for: opened, to: planOut) }
      if planOut == nil, !dryRun {
        guard try prune?.isWanted(report.removal, of: plan, in: opened.name, isGiven: container.yes) ?? true else {
          throw ExitStatus.answerIsNo.code
        }
        try await apply(&report, to: try container.exists ? opened : container.openOrMake())
      }
    }
    if !isRefused || output.carriesFindings { try output.write(report) }
    try report.status(isRefused: isRefused).exit()
  }

  /// A container that is not there yet is planned for in memory, and made when the plan is known to be good.
  private func openToPlan() throws -> ContainerOptions.Opened {
    guard try container.exists else { return try container.openInMemory() }
    return try dryRun || planOut != nil ? container.openForReading() : container.openExisting()
  }

  private func plan(
    _ seeds: SeedCatalog, for opened: ContainerOptions.Opened, asOf: Timestamp, _ policy: SeedPolicy,
    findsOrphans: Bool
  ) async throws -> SeedPlan {
    let progress = ProgressLine()
    defer { progress.end() }
    let planner = SeedPlanner(
      store: opened.store, schema: opened.schema, layout: opened.layout, asOf: asOf, policy: policy)
    return try await planner.plan(seeds, findsOrphans: findsOrphans) {
      progress.update("feeds read", done: $0, of: nil)
    }
  }

  private func write(
    _ plan: SeedPlan, _ removal: Removal?, asOf: Timestamp, for opened: ContainerOptions.Opened, to path: String
  ) throws {
    let removals = removal?.changes ?? []
    try PlanOutput.write(
      plan.plannedChanges, removals, container: opened.name, layout: opened.layout, asOf: asOf, to: path)
    let count = plan.changes + removals.count
    Terminal.standardError.write(
      "\(count.of("change")) written to \(path); 'celestra-admin apply \(path)' makes them\n")
  }

  private func apply(_ report: inout SeedReport, to opened: ContainerOptions.Opened) async throws {
    let progress = ProgressLine()
    defer { progress.end() }
    let total = report.plan.changes
    let outcome = try await SeedRun(store: opened.store, plan: report.plan).apply {
      progress.update("records", done: $0, of: total)
    }
    report.outcome = outcome
    // Nothing goes while something that should have come instead has not.
    guard let removal = report.removal, outcome.failures.isEmpty, !outcome.wasStopped else { return }
    report.removed = try await ChangeRun(store: opened.store).apply(removal.changes) {
      progress.update("records deleted", done: $0, of: removal.changes.count)
    }
  }

  private func tell(_ findings: Findings, _ skipped: [String], isRefused: Bool) {
    output.tell(findings)
    for path in skipped { Terminal.standardError.write("note: skipped \(path): it is no seed file\n") }
    if isRefused {
      Terminal.standardError.write("nothing was written; mend the errors and run the same command again\n")
    }
  }
}
