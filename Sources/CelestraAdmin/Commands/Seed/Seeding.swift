import ArgumentParser
import Catalog
import CloudKitRecords
import Curation
import Diagnostics

/// A run of a seed command: reads the files, plans, applies the plan and reports.
struct Seeding {
  let command: String
  let paths: [String]
  let kinds: [SeedKind]
  /// The limit for deleting records that the files do not state; `nil` to delete none.
  var prunes: DeletionOptions?
  let options: SeedOptions
  let lists: ListOptions
  let container: ContainerOptions
  let asOf: Timestamp
  let output: OutputOptions<TextJSONAndMarkdown>

  /// Whether the files state everything the container should have. Single files never do.
  private var isWhole: Bool { kinds == SeedKind.allCases && paths.allSatisfy(SeedFiles.isFolder) }

  /// Whether the plan is applied.
  private var applies: Bool { options.planOut == nil && !options.dryRun }

  /// Runs the command. If a file has an error, writes nothing.
  func run() async throws {
    try validate()
    var files = try SeedFiles(paths, taking: kinds, isStrict: options.strict)
    let opened = try openForPlanning()
    let plan = try await plan(&files, for: opened)
    let findings = files.findings.adding(plan.diagnostics + (prunes == nil ? [] : unread(files, plan)))
    let isRefused = findings.has(atLeast: .error)
    tell(findings, files.skipped, isRefused: isRefused)
    var report = SeedReport(
      command: command, container: opened.name, asOf: asOf, plan: plan, findings: findings, sources: files.sources)
    if !isRefused {
      if let prunes {
        report.removal = try await RemovalPlanner(opened.reader, asOf: asOf).plan(plan.orphans)
        if !options.dryRun { try await prunes.check(report.removal?.changes ?? [], in: opened) }
      }
      if let path = options.planOut { try write(report, layout: opened.layout.rawValue, to: path) }
      if applies { try await apply(&report, opened) }
    }
    if !isRefused || output.carriesFindings { try output.write(report) }
    if options.dryRun { try await prunes?.check(report.removal?.changes ?? [], in: opened) }
    try report.status(isRefused: isRefused).exit()
  }

  /// Returns an error for each file that was not read completely. Pruning would delete the feeds that it still states.
  private func unread(_ files: SeedFiles, _ plan: SeedPlan) -> [Diagnostic] {
    let skipped = Set(
      plan.steps.lazy.filter { $0.kind == .feed && $0.isUnresolved }.compactMap { $0.place?.file })
    let partial = files.sources.filter { $0.value.isPartial || skipped.contains($0.key) }.keys.sorted()
    return (partial + files.skipped).map { file in
      Diagnostic(
        .error, rule: "prune-partial-file", "the file was not read completely, so --prune could delete what it states",
        file: file, help: "fix or move the file, or seed without --prune")
    }
  }

  private func validate() throws {
    if options.planOut != nil, options.dryRun {
      throw ValidationError("--plan-out writes a file, --dry-run writes nothing; use one of them")
    }
    if prunes != nil, !isWhole {
      throw ValidationError(
        "--prune deletes what the seed files do not state, so it accepts folders only; name no single file")
    }
  }

  /// Opens the container for planning. Plans for a missing container use an empty one in memory, so that a plan with
  /// errors creates nothing.
  private func openForPlanning() throws -> ContainerHandle {
    guard try container.exists else { return try container.open(for: .planning) }
    return try container.open(for: applies ? .writing : .reading)
  }

  private func plan(_ files: inout SeedFiles, for opened: ContainerHandle) async throws -> SeedPlan {
    let policy = try lists.policy(&files)
    let progress = ProgressLine()
    defer { progress.end() }
    let planner = try SeedPlanner(
      store: opened.store, schema: opened.schema, layout: opened.layout, asOf: asOf, policy: policy)
    return try await planner.plan(lists.seeds(of: files, taking: kinds), findsOrphans: isWhole) {
      progress.update("feeds read", done: $0, of: nil)
    }
  }

  private func write(_ report: SeedReport, layout: String, to path: String) throws {
    let removals = report.removal?.changes ?? []
    try PlanOutput.write(
      report.plan.changes, removals, container: report.container, environment: container.planEnvironment,
      layout: layout, asOf: asOf, to: path)
    Terminal.standardError.write(PlanOutput.advice(report.plan.changeCount + removals.count, path) + "\n")
  }

  private func apply(_ report: inout SeedReport, _ planned: ContainerHandle) async throws {
    guard try isConfirmed(report) else {
      Terminal.standardError.write("nothing was written\n")
      throw ExitStatus.answerIsNo.code
    }
    if let removal = report.removal {
      try await UnchangedRecords.check(
        removal.changes, in: planned.store, reader: container.yes ? nil : planned.reader)
    }
    let plan = report.plan
    let store = try planned.isInMemory ? container.open(for: .creating).store : planned.store
    let progress = ProgressLine()
    defer { progress.end() }
    var run = ChangeRun(to: store)
    let total = plan.changeCount
    try await run.apply(
      plan.changes, replan: plan.replan(in: store), progress: { progress.update("records", done: $0, of: total) })
    report.outcome = run.outcome
    // If a change failed, the replacement of an orphan may be missing, so nothing is deleted.
    guard let removal = report.removal, run.outcome.failed == 0, !run.outcome.wasStopped else { return }
    var deletion = ChangeRun(to: store)
    try await deletion.apply(
      removal.changes, progress: { progress.update("records deleted", done: $0, of: removal.changes.count) })
    report.removed = deletion.outcome
  }

  /// Returns whether the user confirmed the deletions; `true` if the plan deletes nothing.
  private func isConfirmed(_ report: SeedReport) throws -> Bool {
    guard let removal = report.removal, !removal.changes.isEmpty else { return true }
    let counts = SeedKind.allCases.compactMap { kind in
      let count = report.plan.orphans.count { $0.kind == kind && $0.keptBecause == nil }
      return count == 0 ? nil : count.of(kind.rawValue, kind.plural)
    }
    return try Confirmation.ask(
      "\(removal.stakes)delete \(counts.joined(separator: ", ")) from \(report.container)?",
      isConfirmed: container.yes)
  }

  private func tell(_ findings: Findings, _ skipped: [String], isRefused: Bool) {
    output.writeFindings(findings)
    for path in skipped { Terminal.standardError.write("note: skipped \(path): not a seed file\n") }
    if isRefused {
      Terminal.standardError.write("nothing was written; fix the errors and run the command again\n")
    }
  }
}
