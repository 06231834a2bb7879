import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Copying
import Curation
import Diagnostics

struct UndoCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Take an applied plan back.",
    discussion: """
      Deletes what the plan created, restores what it changed, and recreates what it deleted. Records that were changed \
      since stay as they are and are named, and the exit code is 1. Fields that jobs keep, such as health and scores, are \
      not changes. Files, creators, and dates of deleted records cannot be recreated.
      """)

  @Argument(help: "Plan file of --plan-out, or - for standard input.", completion: .file())
  var file: String

  @OptionGroup var plan: PlanOptions
  @OptionGroup var truth: ContainerOnlyOptions
  @OptionGroup var deletions: DeletionOptions
  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextJSONAndMarkdown>

  func run() async throws {
    let saved = try SavedPlan(file, findings: output)
    let applied = saved.plan
    let container = try container.matching(applied, in: file)
    let opened = try self.opened(applied, container, for: .reading)
    let reader = try saved.layout(in: opened).map { CatalogReader(opened.store, layout: $0, schema: opened.schema) }
    var undo = try await compared(applied, opened)
    var companions: Set<RecordName> = []
    if let reader {
      companions = try await undo.keepDependencies(in: reader)
      try await truth.check(undo.changes, of: opened, container.configuration())
    }
    var report = ChangeReport(opened.name, file, asOf: clock.asOf, undo, companions)
    var stakes: [String] = []
    if let reader { stakes = try await self.stakes(of: undo.changes, reader) }
    if !plan.isApplied { report.remarks += stakes }
    let write = try await write(undo.changes, to: opened, reader, stakes, container.approval)
    try await write.finish(report, plan, of: opened, layout: applied.layout, asOf: clock.asOf, to: output) {
      try self.opened(applied, container, for: .writing).store
    }
  }

  private func opened(
    _ applied: ChangePlan, _ container: ContainerOptions, for purpose: ContainerAccess.Purpose
  ) throws -> ContainerHandle {
    try container.open(for: purpose, keepingSchema: applied.layout == ChangePlan.anyLayout, isPlanned: true)
  }

  private func compared(_ applied: ChangePlan, _ opened: ContainerHandle) async throws -> UndoPlan {
    var undo = try await UndoPlan(
      of: applied.changes, ignoring: JobFields(opened.schema).names, in: opened.store,
      progress: ProgressLine.counting("records compared", of: applied.changes.count))
    while true {
      let counts = try await DeletionCascade(of: undo.changes, in: opened.store, opened.schema).counts
      let used = undo.changes.filter { counts[$0.recordName] != nil }
      if used.isEmpty { return undo }
      undo.keep(used.map { ($0, "a record that stays refers to it, and would be deleted with it") })
    }
  }

  private func write(
    _ changes: [PlannedChange], to opened: ContainerHandle, _ reader: CatalogReader?, _ stakes: [String],
    _ approval: Approval
  ) async throws -> PlannedWrite {
    var write = PlannedWrite(changes, to: opened, approval, isDryRun: plan.dryRun)
    write.limit = deletions.limit
    write.askBeforeDeleting(stakes)
    if let reader { write.dependencies = { try await PlanDependencies(of: $0, in: reader).conflicts() } }
    try await write.findCascade(in: opened.schema)
    return write
  }

  /// Returns what the deletion of feeds means for their subscribers and articles.
  private func stakes(of changes: [PlannedChange], _ reader: CatalogReader) async throws -> [String] {
    let feeds = changes.filter { $0.operation.kind.isDelete && $0.recordType == reader.layout.feedType }
    if feeds.isEmpty { return [] }
    return try await Removal(
      of: feeds.map { SeedOrphan($0.operation.record, .feed) }, in: reader, asOf: clock.asOf
    ).stakes
  }
}

extension ChangeReport {
  /// Creates the report of a plan that is taken back.
  /// - Parameter companions: the records that stay only because others do, which texts leave out.
  fileprivate init(
    _ container: String, _ file: String, asOf: Timestamp, _ undo: UndoPlan, _ companions: Set<RecordName>
  ) {
    let kept = undo.kept.map { change, reason in
      var item = ChangeItem(change).failing(.conflict, reason)
      item.isFound = companions.contains(change.recordName)
      return item
    }
    self.init("undo", container, asOf: asOf, [ChangeItem](undo.changes) + kept, planned: undo.changes.count)
    let named = kept.count { !$0.isFound }
    details = ["plan": file, "kept": named]
    unchanged = undo.unapplied
    if named > 0 { remarks.append("\(named.of("record")) left: undo \(named == 1 ? "it" : "them") by hand") }
    remarks += undo.lostFiles.sorted { $0.key < $1.key }.map { name, fields in
      "not restored: \(fields.joined(separator: ", ")) of '\(name)', since a plan has no files"
    }
  }
}
