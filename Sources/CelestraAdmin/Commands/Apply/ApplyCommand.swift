import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Copying
import Curation
import Diagnostics

struct ApplyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "apply",
    abstract: "Apply a plan that --plan-out wrote.",
    discussion: """
      If a field that the plan changes, or a record that it deletes, has changed since the plan was written, or if a \
      record has come that would be deleted along, lists the records, writes nothing, and exits with 1. To finish an \
      interrupted run, run the command again.
      """)

  @Argument(help: "Plan file, or - for standard input.", completion: .file())
  var file: String

  @Flag(help: "Compare the plan with the container. Write nothing.")
  var dryRun = false

  @OptionGroup var deletions: DeletionOptions
  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextJSONAndMarkdown>

  func run() async throws {
    let saved = try SavedPlan(file, findings: output)
    let plan = saved.plan
    let container = try container.matching(plan, in: file)
    let opened = try opened(for: plan, container, toWrite: false)
    let layout = try saved.layout(in: opened)
    if layout == nil { try checkSchema(of: plan, in: opened, container) }
    let check = try await check(plan, opened, layout)
    var report = ChangeReport(opened.name, file, plan, check)
    let write = write(check.pending, to: opened, layout, container.approval)
    if check.conflicts.isEmpty {
      report.add(try await write.run { try self.opened(for: plan, container, toWrite: true).store })
    }
    try output.write(report)
    if dryRun, check.conflicts.isEmpty { try await write.checkLimit() }
    try report.status.exit()
  }

  /// If the container is missing and the plan only creates records, opens a new one: on disk with `toWrite`, otherwise
  /// in memory.
  private func opened(
    for plan: ChangePlan, _ container: ContainerOptions, toWrite: Bool
  ) throws -> ContainerHandle {
    let isNew = try !container.exists && plan.changes.allSatisfy { $0.operation.kind == .create }
    if isNew { return try container.open(for: toWrite ? .creating : .planning, isPlanned: true) }
    return try container.open(
      for: toWrite ? .writing : .reading, keepingSchema: plan.layout == ChangePlan.anyLayout, isPlanned: true)
  }

  private func check(
    _ plan: ChangePlan, _ opened: ContainerHandle, _ layout: CatalogLayout?
  ) async throws -> ChangePlanCheck {
    var check = try await ChangePlanCheck(
      plan.changes, in: opened.store, progress: ProgressLine.counting("records compared", of: plan.changes.count))
    check.add(try await conflicts(of: check.pending, opened, layout))
    return check
  }

  private func conflicts(
    of pending: [PlannedChange], _ opened: ContainerHandle, _ layout: CatalogLayout?
  ) async throws -> [ChangePlanCheck.Conflict] {
    // The plan has what CloudKit deleted along when it was written. No one has reviewed what came since.
    let found = try await DeletionCascade(of: pending, in: opened.store, opened.schema).deletions
    // An index returns deleted records for a while.
    let existing = try await ChangePlanCheck(found, in: opened.store)
    let along = (existing.pending + existing.conflicts.map(\.change)).map {
      (change: $0, reason: "it came since, and would be deleted with a record that it refers to")
    }
    guard let layout else { return along }
    let reader = CatalogReader(opened.store, layout: layout, schema: opened.schema)
    return try await along + PlanDependencies(of: pending, in: reader).conflicts()
  }

  private func write(
    _ pending: [PlannedChange], to opened: ContainerHandle, _ layout: CatalogLayout?, _ approval: Approval
  ) -> PlannedWrite {
    var write = PlannedWrite(pending, to: opened, approval, isDryRun: dryRun)
    write.limit = deletions.limit
    write.askBeforeDeleting()
    write.dependencies = { try await conflicts(of: $0, opened, layout) }
    return write
  }

  /// Checks that the records of a plan for any type fit the schema.
  private func checkSchema(of plan: ChangePlan, in opened: ContainerHandle, _ container: ContainerOptions) throws {
    let rules = RecordRules(try container.schema(keeping: opened.schema))
    for change in plan.changes where !change.operation.kind.isDelete {
      guard let problem = rules.problem(of: change.operation.record) else { continue }
      throw CommandFailure(
        "\(file) does not fit the schema of \(opened.name): \(change.recordType) \(change.recordName):"
          + " \(problem.reason); create the plan again")
    }
  }
}

extension ChangeReport {
  /// Creates the report of a plan that was compared with a container.
  fileprivate init(_ container: String, _ file: String, _ plan: ChangePlan, _ check: ChangePlanCheck) {
    let conflicts = check.conflicts.map { ChangeItem($0.change).failing(.conflict, $0.reason) }
    self.init(
      "apply", container, asOf: plan.asOf, conflicts.isEmpty ? [ChangeItem](check.pending) : conflicts,
      planned: check.pending.count)
    details = ["plan": file, "changes": plan.changes.count, "conflicts": check.conflicts.count]
    unchanged = check.done.count
    isRefused = !conflicts.isEmpty
    if isRefused {
      let records = "\(conflicts.count.of("record")) \(conflicts.count == 1 ? "differs" : "differ")"
      remarks = [
        "\(container) has changed since \(file) was written: \(records);"
          + " nothing was written, create the plan again"
      ]
    }
  }
}
