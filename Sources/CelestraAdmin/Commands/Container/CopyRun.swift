import AssetFiles
import Catalog
import CloudKitRecords
import CloudKitSchema
import CloudKitWebServices
import CommandLineTool
import Copying
import Diagnostics
import SQLiteStore

/// A run of a command that copies records: checks, asks, copies, deletes and reports.
struct CopyRun {
  /// What a copy does with the target's records.
  struct Mode {
    var onlyMissing = false
    /// The limit of deletions; `nil` to delete nothing.
    var prune: DeletionLimit?
    /// Whether to repeat the copy until a pass plans nothing.
    var settles = false
    var isDryRun = false
    /// Whether the source is a complete backup, whose types without records are not partial reads.
    var isSealed = false
    var approval = Approval()
    /// The folder of the files of assets to transfer; `nil` for none.
    var assets: AssetFolder?
  }

  /// The maximum number of passes with `--settle`.
  private static let passes = 3

  let command: String
  let source: ContainerHandle
  /// The access to the target.
  let access: ContainerAccess
  private(set) var scope: CopyScope
  private(set) var mode: Mode

  var target: ContainerName { access.container }

  /// - Parameter plan: receives the planned changes of a dry run.
  func run(_ plan: ([PlannedChange]) -> Void = { _ in }) async throws -> CopyReport {
    let schema = try targetSchema()
    var run = self
    run.scope.leaveOut(try await emptyTypes(missingIn: schema))
    try run.check(schema)
    return try await run.run(with: schema, plan)
  }

  /// Shows what will be written and asks, if something has to be asked, then copies.
  private func run(with schema: Schema, _ plan: ([PlannedChange]) -> Void) async throws -> CopyReport {
    let leftOut = try await leftOut()
    let asks = try asks
    let total = try await source.local?.recordCount(of: scope.types.map(\.name))
    try tellCost(total, withPreview: asks)
    guard asks else { return try await copied(schema, leftOut, total, plan) }
    var preview = self
    preview.mode.isDryRun = true
    var seen = try await preview.copied(schema, leftOut, total) { _ in }
    if case .refused(let problem) = seen.pruneProblem { throw refusal(problem) }
    guard seen.hasChanges, !seen.result.wasStopped else {
      seen.isDryRun = false
      return seen
    }
    try Confirmation.require(seen.question(target), of: target, mode.approval, showing: seen.preview(target))
    return try await copied(schema, leftOut, total, confirmed: Set(seen.pruning?.changes ?? []), isShown: true, plan)
  }

  /// Whether the run asks before it writes.
  /// - Throws: `CommandFailure` if it has to, and cannot.
  private var asks: Bool {
    get throws {
      if mode.isDryRun { return false }
      let question = mode.prune == nil ? nil : Confirmation.standardQuestion(target)
      return try Confirmation.isDue(question, of: target, mode.approval)
    }
  }

  private func refusal(_ problem: String) -> CommandFailure {
    CommandFailure("cannot copy \(source.container.name) to \(target.name); nothing was written: \(problem)")
  }

  /// Copies, or compares in a dry run.
  /// - Parameters:
  ///   - confirmed: The deletions that the user has seen; `nil` to make all.
  ///   - isShown: Whether the user has seen what is lost.
  private func copied(
    _ schema: Schema, _ leftOut: [CopyReport.LeftOut], _ total: Int?, confirmed: Set<PlannedChange>? = nil,
    isShown: Bool = false, _ plan: ([PlannedChange]) -> Void
  ) async throws -> CopyReport {
    let opened = try access.open(
      for: mode.isDryRun ? target.exists ? .reading : .planning : .creating, schema: schema)
    let uploads = uploads(to: opened)
    var copy = ContainerCopy(
      of: scope.types, from: source.listingStore, to: uploads ?? opened.listingStore, schema: schema,
      onlyMissing: mode.onlyMissing, keepsVersions: !target.isCloud,
      ignoresEmptyLists: source.isCloud || target.isCloud, assets: uploads == nil ? nil : mode.assets,
      isDryRun: mode.isDryRun)
    var report = CopyReport(
      command: command, source: source.container.name, target: target.name, scope: scope, isDryRun: mode.isDryRun)
    report.leftOut = leftOut
    report.passes = mode.settles ? Self.passes : 1
    if !mode.isDryRun, confirmed == nil, let problem = try await earlyProblem(&copy, opened) { throw refusal(problem) }
    do {
      defer {
        report.result = copy.result
        if let uploads { report.files = CopyReport.Files(uploads.count, copy.result) }
      }
      var feeds: [FeedURL.Key: RecordName] = [:]
      try await copyRecords(&copy, &report, total) { changes in
        plan(changes)
        for change in changes where change.operation.kind == .create {
          if let key = change.operation.record.feedURL?.key { feeds[key] = change.recordName }
        }
      }
      if mode.prune == nil, let note = try await repeatedFeeds(feeds, in: opened) { report.notes.append(note) }
      if let assets = mode.assets, !target.isCloud { report.files = try await copyFiles(from: assets) }
      report.result = copy.result
      try await prune(&copy, &report, opened, confirmed)
    } catch RecordStoreError.stopped {
      report.result.stop()
    } catch let error as RecordStoreError {
      throw CopyFailure(error: error, report: report)
    }
    if !isShown, let note = creatorNote(copy.result) { report.notes.append(note) }
    return report
  }

  private func copyRecords(
    _ copy: inout ContainerCopy, _ report: inout CopyReport, _ total: Int?, _ plan: ([PlannedChange]) -> Void
  ) async throws(RecordStoreError) {
    let progress = ProgressLine()
    for _ in 0..<report.passes {
      let before = copy.result.written
      try await copy.runPass { (changes, read) in
        progress.update("records read", done: read, of: total)
        if mode.isDryRun {
          report.changes += changes.prefix(max(0, CopyReport.changesListed - report.changes.count))
          plan(changes)
        }
      }
      // What another pass cannot write either, does not settle.
      let isStuck = copy.result.written == before && !copy.result.hasConflicts
      if copy.result.planned == 0 || mode.isDryRun || isStuck { break }
    }
  }

  /// Returns why deletions will be refused, as far as a file shows it before the first write.
  ///
  /// The records of an iCloud container are known only after it was read, which is also when they are written.
  private func earlyProblem(_ copy: inout ContainerCopy, _ opened: ContainerHandle) async throws -> String? {
    guard mode.prune != nil, let local = source.local else { return nil }
    var read: [RecordType.Name: Int] = [:]
    for type in scope.types { read[type.name] = try await local.recordCount(of: [type.name]) }
    return try await problem(of: deletion(try await findExtra(&copy, opened), copy, opened), read: read)
  }

  private func findExtra(
    _ copy: inout ContainerCopy, _ opened: ContainerHandle
  ) async throws(RecordStoreError) -> CopyPruning {
    let total = try await opened.local?.recordCount(of: scope.types.map(\.name))
    return try await copy.findExtra(
      schema: opened.schema, besides: Set(scope.partial.map(\.type)),
      progress: ProgressLine.counting("records compared", of: total))
  }

  /// Returns why deletions are refused; `nil` if they are within all limits.
  private func problem(
    of deletion: (pruning: CopyPruning, write: PlannedWrite), read: [RecordType.Name: Int]
  ) async throws -> String? {
    let problem = deletion.pruning.problem(
      read: read, isSealed: mode.isSealed, from: source.container.name, to: target.name)
    if let problem { return problem }
    return try await deletion.write.excess()?.message(of: target.name)
  }

  private func deletion(
    _ pruning: CopyPruning, _ copy: ContainerCopy, _ opened: ContainerHandle
  ) -> (pruning: CopyPruning, write: PlannedWrite) {
    // The run has asked before the first write.
    var write = PlannedWrite(pruning.changes, to: target, opened.listingStore, .given(for: target))
    write.limit = mode.prune
    write.cascade = pruning.cascade
    write.stored = pruning.stored
    write.dependencies = { try await copy.conflicts(of: $0) }
    return (pruning, write)
  }

  private func prune(
    _ copy: inout ContainerCopy, _ report: inout CopyReport, _ opened: ContainerHandle,
    _ confirmed: Set<PlannedChange>?
  ) async throws {
    guard mode.prune != nil else { return }
    guard copy.mayPrune else {
      let failed = copy.result.total(\.failed)
      report.pruneProblem = .postponed(
        failed > 0 ? "\(failed.of("record")) could not be copied" : "not all values could be copied")
      return
    }
    let deletion = deletion(try await findExtra(&copy, opened), copy, opened)
    report.pruning = deletion.pruning
    report.notes += try await leftBehind(by: deletion.pruning.changes, opened)
    report.result = copy.result
    if let problem = try await problem(of: deletion, read: copy.result.types.mapValues(\.read)) {
      report.pruneProblem = .refused(problem)
    }
    if mode.isDryRun || report.pruneProblem != nil { return }
    if let confirmed {
      let others = deletion.pruning.changes.count { !confirmed.contains($0) }
      if others > 0 { report.pruneProblem = .changed(others) }
      if others > 0 { return }
    }
    do {
      defer { report.result = copy.result }
      try await deletion.write.write {
        opened.listingStore
      } results: {
        copy.add(deletions: $0)
      }
    } catch PlannedWrite.Refusal.changed(let conflicts) {
      report.pruneProblem = .changed(conflicts.count)
    }
  }
}

/// A store could not continue: the results until then, and the reason.
struct CopyFailure: Error, CustomStringConvertible {
  let error: RecordStoreError
  let report: CopyReport

  var description: String {
    let result = report.result
    return
      "\(error)\nuntil then, \(result.total(\.created)) records were created, \(result.total(\.updated)) updated and"
      + " \(result.total(\.deleted)) deleted in \(report.target); run the same command again to finish"
  }
}
