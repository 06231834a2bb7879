import ArgumentParser
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import Diagnostics

/// Options shared by commands that change records of any type.
struct RecordWriteOptions: ParsableArguments {
  @OptionGroup var plan: PlanOptions

  @Flag(help: "Change fields that jobs keep, such as health and counts.")
  var allowJobFields = false

  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextAndJSON>

  /// Plans for a missing container use an empty one in memory.
  func openForPlanning() throws -> ContainerHandle {
    try container.open(for: container.exists ? .reading : .planning)
  }

  /// Opens the container for writing; an existing one keeps its schema unless the user passed another.
  func openForWriting() throws -> ContainerHandle {
    try container.open(for: .creating, keepingSchema: true, isPlanned: true)
  }

  /// Returns the schema that the container has when it is written.
  func schema(of opened: ContainerHandle) throws -> Schema {
    try container.schema(keeping: opened.schema)
  }
}

/// A command that changes records: plans, checks the plan, asks, applies it and reports.
struct RecordWriting {
  private let command: String
  private let options: RecordWriteOptions

  init(_ command: String, _ options: RecordWriteOptions) {
    self.command = command
    self.options = options
  }

  /// Applies or saves a plan, or shows it in a dry run.
  /// - Parameters:
  ///   - deletions: The limit of deletions; `nil` for a plan without deletions.
  ///   - question: Whether to ask before applying the plan, and what.
  func run(
    _ plan: RecordPlan, for opened: ContainerHandle, _ deletions: DeletionOptions? = nil,
    asking question: String? = nil
  ) async throws {
    try refuseJobFields(plan, opened.schema)
    let write = write(plan, for: opened, deletions?.limit, asking: question)
    try await write.finish(
      report(of: plan, for: opened), options.plan, of: opened, layout: ChangePlan.anyLayout, asOf: options.clock.asOf,
      to: options.output
    ) { try options.openForWriting().store }
  }

  private func report(of plan: RecordPlan, for opened: ContainerHandle) -> ChangeReport {
    let items = [ChangeItem](plan.changes) + [ChangeItem](refused: plan.problems)
    var report = ChangeReport(command, opened.name, asOf: options.clock.asOf, items)
    report.unchanged = plan.unchanged
    report.skipped = plan.skipped
    return report
  }

  private func write(
    _ plan: RecordPlan, for opened: ContainerHandle, _ limit: DeletionLimit?, asking question: String?
  ) -> PlannedWrite {
    var write = PlannedWrite(plan.changes, to: opened)
    write.cascade = plan.cascade
    write.limit = limit
    write.question = question
    write.approval = options.container.approval
    write.isDryRun = options.plan.dryRun
    return write
  }

  private func refuseJobFields(_ plan: RecordPlan, _ schema: Schema) throws {
    if options.allowJobFields { return }
    let jobFields = JobFields(schema)
    if let problem = plan.changes.lazy.compactMap(jobFields.problem).first { throw CommandFailure(problem) }
  }
}

extension [ChangeItem] {
  /// Creates the items of records that a plan leaves as they are.
  init(refused problems: [RecordPlan.Problem]) {
    self = problems.map { ChangeItem(.refused, $0.recordType, $0.recordName, $0.reason) }
  }
}
