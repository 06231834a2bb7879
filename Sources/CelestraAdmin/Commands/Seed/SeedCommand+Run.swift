import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import ConfigurationFile
import Curation
import Diagnostics
import FeedHealth
import Foundation
import ProbeHistory

extension SeedCommand {
  private var kinds: [SeedKind] { SeedKind.allCases.filter { only.isEmpty || only.contains($0) } }

  /// Whether the files state everything the container should have. Single files never do.
  private var isWhole: Bool {
    get throws { try kinds == SeedKind.allCases && named.allSatisfy(SeedFiles.isFolder) }
  }

  /// The files and folders that the user named, or the seed folder.
  private var named: [String] {
    get throws { try paths.isEmpty ? [container.configuration().seeds] : paths }
  }

  /// Reads the files, plans, applies the plan, and reports. If a file has an error, writes nothing.
  func run() async throws {
    try checkPruning()
    let asOf = clock.asOf
    var files = try SeedFiles(named, taking: kinds, isStrict: strict)
    if onlyLive {
      let check = try EntryCheck(fetching: fetching, configuration: container.configuration(), asOf: asOf)
      try await check.keepLive(in: &files)
    }
    let opened = try openForPlanning()
    var plan = try await plan(&files, for: opened, asOf: asOf)
    let findings = files.findings.adding(plan.diagnostics + (prune ? unread(files, plan) : []))
    let isRefused = findings.has(atLeast: .error)
    tell(findings, files.skipped, isRefused: isRefused)
    if prune, !isRefused {
      plan.removal = try await Removal(of: plan.orphans, in: opened.reader, asOf: asOf)
    }
    let write = try await write(plan, to: opened)
    let outcome = isRefused ? nil : try await apply(write, plan, opened, asOf: asOf)
    let command = (["seed"] + (only.isEmpty ? [] : kinds.map(\.plural))).joined(separator: " ")
    var report = ChangeReport(
      command, opened.name, asOf: asOf, seeding: plan, from: files.sources, findings: findings, outcome)
    report.isSaved = planning.file != nil
    if !isRefused || output.carriesFindings { try output.write(report) }
    if planning.dryRun { try await write.checkLimit() }
    try report.status.exit()
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

  private func checkPruning() throws {
    if prune, try !isWhole {
      throw ValidationError(
        "--prune deletes what the seed files do not state, so it accepts folders only; name no single file")
    }
    if prune, try container.configuration().truth == .container {
      throw CommandFailure(
        "--prune deletes what only the container has, and the configuration says 'truth: container'; remove feeds with "
          + "'celestra-admin feeds remove'")
    }
  }

  /// Plans for a missing container use an empty one in memory, so that a plan with errors creates nothing.
  private func openForPlanning() throws -> ContainerHandle {
    guard try container.exists else { return try container.open(for: .planning) }
    return try container.open(for: planning.isApplied ? .writing : .reading, isPlanned: true)
  }

  private func plan(
    _ files: inout SeedFiles, for opened: ContainerHandle, asOf: Timestamp
  ) async throws -> SeedPlan {
    let configuration = try container.configuration()
    var policy = try lists.policy(&files, configuration)
    let truth = configuration.truth
    policy.keepsStored = truth == .container
    // A file from elsewhere is not the truth.
    policy.ownsAddresses = try truth == .files && named.allSatisfy { Self.isWithin($0, configuration.seeds) }
    policy.reportsKept = try isWhole || policy.keepsStored
    let history = opened.isInMemory ? nil : try history.openIfPresent(for: opened.container)
    if let history { policy.redirects = try await FeedRedirects.read(history) }
    policy.removed = files.seeds.removedFeeds
    let planner = try SeedPlanner(
      store: opened.store, schema: opened.schema, layout: opened.layout, asOf: asOf, policy: policy)
    // What only the container has is no orphan if the container is the truth.
    let findsOrphans = try isWhole && !policy.keepsStored
    return try await planner.plan(
      lists.seeds(of: files, taking: kinds), findsOrphans: findsOrphans,
      progress: ProgressLine.counting("feeds read"))
  }

  /// Whether a path is a folder, or below it.
  private static func isWithin(_ path: String, _ folder: String) -> Bool {
    let parts = [path, folder].map { URL(fileURLWithPath: $0).resolvingSymlinksInPath().pathComponents }
    return parts[0].starts(with: parts[1])
  }

  private func write(_ plan: SeedPlan, to opened: ContainerHandle) async throws -> PlannedWrite {
    var write = PlannedWrite(plan.changes, to: opened, container.approval, isDryRun: planning.dryRun)
    write.limit = prune ? deletions.limit : nil
    write.question = question(plan, opened)
    write.dependencies = { try await PlanDependencies(of: $0, in: opened.reader).conflicts() }
    try await write.findCascade(in: opened.schema)
    return write
  }

  /// Applies the plan, or saves it.
  /// - Returns: the results; `nil` if nothing was written to the container.
  private func apply(
    _ write: PlannedWrite, _ plan: SeedPlan, _ planned: ContainerHandle, asOf: Timestamp
  ) async throws -> ChangeOutcome? {
    guard let path = planning.file else {
      let opened =
        try planning.isApplied && planned.isInMemory ? container.open(for: .creating, isPlanned: true) : planned
      var write = write
      // The container may have been created since it was planned for in memory.
      write.replan = plan.replan(in: opened.store)
      return try await write.run { opened.store }
    }
    try await write.save(of: planned, layout: planned.layout.rawValue, asOf: asOf, to: path)
    return nil
  }

  /// Returns what to ask before the deletions; `nil` if the plan deletes nothing.
  private func question(_ plan: SeedPlan, _ opened: ContainerHandle) -> String? {
    guard let removal = plan.removal, !removal.changes.isEmpty else { return nil }
    let counts = SeedKind.allCases.compactMap { kind in
      let count = plan.orphans.count { $0.kind == kind && $0.keptBecause == nil }
      return count == 0 ? nil : count.of(kind.rawValue, kind.plural)
    }
    let question = "delete \(counts.joined(separator: ", ")) from \(opened.container.name)?"
    return (removal.stakes + [question]).joined(separator: "\n")
  }

  private func tell(_ findings: Findings, _ skipped: [String], isRefused: Bool) {
    output.writeFindings(findings)
    for path in skipped { Terminal.note("skipped \(path): not a seed file") }
    if isRefused {
      Terminal.standardError.write("nothing was written; fix the errors and run the command again\n")
    }
  }
}
