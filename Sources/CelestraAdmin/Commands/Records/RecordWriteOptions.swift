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

  /// Returns the schema that the container has when it is written.
  func schema(of opened: ContainerHandle) throws -> Schema {
    try container.schema(keeping: opened.schema)
  }
}

extension RecordWriteOptions {
  /// Applies or saves a plan, or shows it in a dry run, and reports. An existing container keeps its schema unless the
  /// user passed another.
  /// - Parameters:
  ///   - command: The words of the command.
  ///   - deletions: The limit of deletions; `nil` for a plan without deletions.
  ///   - question: Whether to ask before applying the plan, and what.
  func write(
    _ plan: RecordPlan, as command: String, for opened: ContainerHandle, _ deletions: DeletionOptions? = nil,
    asking question: String? = nil
  ) async throws {
    try refuseJobFields(plan, opened.schema)
    var write = PlannedWrite(plan.changes, to: opened, container.approval, isDryRun: self.plan.dryRun)
    write.limit = deletions?.limit
    if deletions != nil { try await write.findCascade(in: opened.schema) }
    write.question = question
    try await write.finish(
      report(of: plan, by: command, for: opened), self.plan, of: opened, layout: ChangePlan.anyLayout,
      asOf: clock.asOf, to: output
    ) { try container.open(for: .creating, keepingSchema: true, isPlanned: true).store }
  }

  private func report(of plan: RecordPlan, by command: String, for opened: ContainerHandle) -> ChangeReport {
    let items = [ChangeItem](plan.changes) + [ChangeItem](refused: plan.problems)
    var report = ChangeReport(command, opened.name, asOf: clock.asOf, items)
    report.unchanged = plan.unchanged
    report.skipped = plan.skipped
    return report
  }

  private func refuseJobFields(_ plan: RecordPlan, _ schema: Schema) throws {
    if allowJobFields { return }
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
