import CloudKitRecords
import CloudKitSchema
import CloudKitWebServices
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
    /// Whether the source is a complete backup, whose types without records are no partial reads.
    var isSealed = false
    /// Whether the user has confirmed deletions and writing to production.
    var isConfirmed = false
  }

  /// The maximum number of passes with `--settle`.
  private static let passes = 3

  let command: String
  let source: ContainerHandle
  /// The access to the target.
  let access: ContainerAccess
  private(set) var scope: CopyScope
  let mode: Mode

  init(command: String, source: ContainerHandle, access: ContainerAccess, scope: CopyScope, mode: Mode) {
    self.command = command
    self.source = source
    self.access = access
    self.scope = scope
    self.mode = mode
  }

  var target: ContainerName { access.container }

  /// Runs the copy and returns its report.
  /// - Parameter plan: receives the planned changes of a dry run.
  func run(_ plan: ([PlannedChange]) -> Void = { _ in }) async throws -> CopyReport {
    let schema = try targetSchema()
    var run = self
    run.scope.leaveOut(try await emptyTypes(missingIn: schema))
    return try await run.run(with: schema, plan)
  }

  private func run(with schema: Schema, _ plan: ([PlannedChange]) -> Void) async throws -> CopyReport {
    try check(schema)
    let leftOut = try await leftOut()
    try confirm()
    let total = try await source.local?.recordCount(of: scope.types.map(\.name))
    try tellCost(total)
    let opened = try access.open(
      for: mode.isDryRun ? target.exists ? .reading : .planning : .creating, schema: schema)
    var copy = ContainerCopy(
      of: scope.types, from: source.listingStore, to: opened.listingStore, schema: schema,
      onlyMissing: mode.onlyMissing, keepsVersions: !target.isCloud,
      ignoresEmptyLists: source.isCloud || target.isCloud, isDryRun: mode.isDryRun)
    var report = CopyReport(
      command: command, source: source.container.name, target: target.name, scope: scope, isDryRun: mode.isDryRun)
    report.leftOut = leftOut
    report.passes = mode.settles ? Self.passes : 1
    if !mode.isDryRun, let problem = try await earlyProblem(&copy, opened) {
      throw CommandFailure("cannot copy \(source.container.name) to \(target.name); nothing was written: \(problem)")
    }
    do {
      try await copyRecords(&copy, &report, total, plan)
      report.result = copy.result
      try await prune(&copy, &report, opened)
    } catch RecordStoreError.stopped {
      report.result = copy.result
      report.result.stop()
    } catch let error as RecordStoreError {
      report.result = copy.result
      throw CopyFailure(error: error, report: report)
    }
    if let note = creatorNote(copy.result) { report.notes.append(note) }
    return report
  }

  /// Returns the schema that the target has when it receives records. A new file gets the one of the source.
  private func targetSchema() throws -> Schema {
    if target.isCloud || access.schemaFile != nil { return try access.schema() }
    return try access.keptSchema ?? source.schema
  }

  /// Returns the selected types that the target lacks and of which the source has no records.
  private func emptyTypes(missingIn schema: Schema) async throws -> Set<RecordType.Name> {
    var empty: Set<RecordType.Name> = []
    for type in scope.types where schema.recordType(named: type.name) == nil {
      if try await source.recordCount(atLeastOf: type.name) == 0 { empty.insert(type.name) }
    }
    return empty
  }

  /// Returns the types of which the source has records that the copy leaves out although the user did not ask for it.
  private func leftOut() async throws -> [CopyReport.LeftOut] {
    var leftOut: [CopyReport.LeftOut] = []
    for omission in scope.omissions {
      let count = try await source.recordCount(atLeastOf: omission.type)
      if count > 0 {
        leftOut.append(.init(type: omission.type, count: source.isCloud ? nil : count, reason: omission.reason))
      }
    }
    return leftOut
  }

  /// Refuses everything that cannot be written, all differences at once.
  private func check(_ schema: Schema) throws {
    var problems = scope.unlistable.map { "\($0.type) has \($0.reason)" }
    if !problems.isEmpty {
      let names = scope.unlistable.map(\.type).joined(separator: ",")
      problems.append(
        "leave \(problems.count == 1 ? "it" : "them") out with --except-types \(names), or pass --list-by TYPE.FIELD or"
          + " --names FILE")
    }
    problems += scope.problems(from: source.schema, to: schema)
    let missing = scope.types.map(\.name).filter { schema.recordType(named: $0) == nil }
    if !missing.isEmpty {
      problems.append(
        "leave \(missing.count == 1 ? "it" : "them") out with --except-types \(missing.joined(separator: ",")), or add"
          + " \(missing.count == 1 ? "it" : "them") to the schema of \(target.name)")
    }
    if mode.prune != nil, target.isCloud {
      problems += scope.types.compactMap { type in
        schema.recordType(named: type.name)?.isListable == false
          ? "\(type.name) has no QUERYABLE index on ___recordID in \(target.name), which --prune needs" : nil
      }
    }
    if scope.types.isEmpty, problems.isEmpty {
      problems = scope.omissions.map { "\($0.type): \($0.reason)" }
      if problems.isEmpty { problems = ["no record type is left to copy"] }
    }
    if problems.isEmpty { return }
    throw CommandFailure(
      "cannot copy \(source.container.name) to \(target.name); nothing was written:\n"
        + problems.map { "  - \($0)" }.joined(separator: "\n"))
  }

  /// Tells the requests before the first one: a page of the source, a lookup in the target, a write, and a page of the
  /// target's names to prune, which a source that is a file is compared with before and after the copy.
  private func tellCost(_ records: Int?) throws {
    let toPrune = mode.prune == nil ? 0 : mode.isDryRun || source.local == nil ? 1 : 2
    let ofTarget = (mode.isDryRun ? 1 : 2) + toPrune
    let perPage = (source.isCloud ? 1 : 0) + (target.isCloud ? ofTarget : 0)
    let addresses = try [source.database?.address, access.address].compactMap(\.self)
    if perPage == 0 { return }
    RunCost(records: records, types: scope.types.count, requestsPerPage: perPage, rate: access.requestsPerSecond)
      .tell(addresses, isVerbose: access.isVerbose)
  }

  private func confirm() throws {
    guard !mode.isDryRun else { return }
    if mode.prune != nil, !mode.isConfirmed, !Confirmation.isPossible {
      throw CommandFailure("--prune asks before it deletes, and standard input is not a terminal; pass --yes")
    }
    guard target.isProduction else { return }
    try Confirmation.confirmProduction(of: target.location, isConfirmed: mode.isConfirmed)
  }

  private func copyRecords(
    _ copy: inout ContainerCopy, _ report: inout CopyReport, _ total: Int?, _ plan: ([PlannedChange]) -> Void
  ) async throws(RecordStoreError) {
    let progress = ProgressLine()
    defer { progress.end() }
    for _ in 0..<report.passes {
      try await copy.runPass { (changes, read) in
        progress.update("records read", done: read, of: total)
        if mode.isDryRun {
          report.changes += changes.prefix(max(0, CopyReport.changesListed - report.changes.count))
          plan(changes)
        }
      }
      if copy.result.planned == 0 || mode.isDryRun || copy.result.total(\.failed) > 0 { break }
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
    let progress = ProgressLine()
    defer { progress.end() }
    let total = try await opened.local?.recordCount(of: scope.types.map(\.name))
    return try await copy.findExtra(schema: opened.schema, besides: Set(scope.partial.map(\.type))) {
      progress.update("records compared", done: $0, of: total)
    }
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
    var write = PlannedWrite(container: target.name, store: opened.listingStore, changes: pruning.changes)
    write.limit = mode.prune
    write.stored = pruning.stored
    write.question = question(pruning)
    write.isConfirmed = mode.isConfirmed
    write.dependencies = { try await copy.conflicts(of: $0) }
    return (pruning, write)
  }

  private func prune(
    _ copy: inout ContainerCopy, _ report: inout CopyReport, _ opened: ContainerHandle
  ) async throws {
    guard mode.prune != nil else { return }
    guard copy.mayPrune else {
      let failed = copy.result.total(\.failed)
      report.pruneProblem =
        failed > 0 ? "\(failed.of("record")) could not be copied" : "not all values could be copied"
      return
    }
    let deletion = deletion(try await findExtra(&copy, opened), copy, opened)
    report.pruning = deletion.pruning
    report.result = copy.result
    report.pruneProblem = try await problem(of: deletion, read: copy.result.types.mapValues(\.read))
    if mode.isDryRun || report.pruneProblem != nil { return }
    do {
      defer { report.result = copy.result }
      try await deletion.write.write {
        opened.listingStore
      } results: {
        copy.add(deletions: $0)
      }
    } catch PlannedWrite.Refusal.changed(let conflicts) {
      report.pruneProblem = "\(conflicts.count.of("record")) changed meanwhile; run the command again"
    } catch is PlannedWrite.Refusal {
      report.pruneProblem = "not confirmed"
    }
  }

  private func question(_ pruning: CopyPruning) -> String {
    let counts = scope.types.map(\.name).filter { pruning.count(of: $0) > 0 }
      .map { "\(pruning.count(of: $0)) of \(pruning.stored[$0] ?? 0) \($0)" }
    let cascades = pruning.cascades.values.reduce(0, +)
    let along = cascades > 0 ? ", and \(cascades.of("record")) that refer to them with DELETE_SELF" : ""
    return "delete \(counts.joined(separator: ", ")) records\(along) from \(target.name)?"
  }

  /// Returns how many new records lose their creator, whose rights depend on it; `nil` if none do.
  private func creatorNote(_ result: CopyResult) -> String? {
    guard target.isCloud else { return nil }
    let types = scope.types.map(\.name).filter {
      source.schema.recordType(named: $0)?.hasUserRecords == true && result.types[$0]?.new ?? 0 > 0
    }
    let count = types.reduce(0) { $0 + (result.types[$1]?.new ?? 0) }
    if count == 0 { return nil }
    return
      "\(count.of("record")) of \(types.joined(separator: ", ")) \(count == 1 ? "loses its" : "lose their") creator:"
      + " CloudKit makes the key's user the creator, and users lose the rights of _creator"
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
