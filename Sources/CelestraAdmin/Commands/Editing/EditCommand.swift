import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics

/// Options shared by commands that add, change or remove records.
struct EditOptions: ParsableArguments {
  @OptionGroup var plan: PlanOptions
  @OptionGroup var truth: ContainerOnlyOptions
  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextAndJSON>

  /// Opens the container for writing or, in a dry run, for reading.
  func open() throws -> ContainerHandle {
    try container.open(for: plan.isApplied ? .writing : .reading, isPlanned: true)
  }

  /// Returns the changes as this command is to write them.
  func write(_ changes: [PlannedChange], to opened: ContainerHandle) -> PlannedWrite {
    PlannedWrite(changes, to: opened, container.approval, isDryRun: plan.dryRun)
  }

  /// Edits the seed files, if they are the truth, instead of the container, and reports.
  /// - Parameter report: The report of a change of the container.
  /// - Returns: Whether the files were edited; otherwise the container is to be changed.
  func finishInFiles(_ write: PlannedWrite, of opened: ContainerHandle, _ report: ChangeReport) async throws -> Bool {
    // A dry run shows what exceeds the limit.
    if !plan.dryRun { try await write.checkLimit() }
    if truth.containerOnly || plan.file != nil { return false }
    guard let files = try await FileWrite(write.changes, of: opened, container.configuration(), isDryRun: plan.dryRun)
    else { return false }
    try output.write(files.report(report.command, opened, asOf: report.asOf))
    if plan.dryRun { try await write.checkLimit() }
    try (files.refused > 0 ? ExitStatus.answerIsNo : .done).exit()
    return true
  }

  /// Writes changes to the container or a plan file, or only shows them, and reports.
  func finish(_ write: PlannedWrite, of opened: ContainerHandle, _ report: ChangeReport) async throws {
    try await write.finish(
      report, plan, of: opened, layout: opened.layout.rawValue, asOf: clock.asOf, to: output
    ) { opened.store }
  }

  /// Checks that no seed file, if they are the truth, undoes changes.
  func checkTruth(_ changes: [PlannedChange], of opened: ContainerHandle) async throws {
    try await truth.check(changes, of: opened, container.configuration())
  }
}

/// What a command adds to a catalog or changes in it.
protocol CatalogEdit: ParsableArguments {
  static var noun: String { get }
  static var command: CommandConfiguration { get }
  /// Checks that the arguments set something. Not part of `validate`, which would hide a mistyped option.
  func requireFields() throws
  /// Checks what the plan cannot.
  func check(_ finder: CatalogFinder, _ configuration: EffectiveConfiguration) async throws
  func plan(_ editor: CatalogEditor, _ finder: CatalogFinder, _ opened: ContainerHandle) async throws -> SeedPlan
  /// Returns the question to ask before a plan is applied; `nil` to apply it without asking, except to production. An
  /// edit that asks changes what it did not name; where seed files are the truth, it edits the files.
  func question(_ plan: SeedPlan) -> String?
}

extension CatalogEdit {
  func requireFields() throws {}
  func check(_ finder: CatalogFinder, _ configuration: EffectiveConfiguration) async throws {}
  func question(_ plan: SeedPlan) -> String? { nil }

  /// - Parameter isSet: whether a field has a new value.
  func requireField(_ isSet: Bool, such example: String) throws {
    if !isSet { throw ValidationError("pass at least one field to set, such as \(example)") }
  }
}

/// A command that adds or changes records of a catalog.
struct EditCommand<Edit: CatalogEdit>: AsyncParsableCommand {
  static var configuration: CommandConfiguration { Edit.command }

  @OptionGroup var edit: Edit
  @OptionGroup var options: EditOptions

  func run() async throws {
    try edit.requireFields()
    let opened = try options.open()
    let asOf = options.clock.asOf
    let finder = CatalogFinder(try opened.reader)
    try await edit.check(finder, options.container.configuration())
    let plan = try await edit.plan(CatalogEditor(opened.reader, asOf: asOf), finder, opened)
    let report = report(plan, opened, asOf: asOf)
    options.output.writeFindings(report.findings)
    if report.isRefused {
      if options.output.carriesFindings { try options.output.write(report) }
      return try report.status.exit()
    }
    let write = write(plan, to: opened)
    if write.question != nil, try await options.finishInFiles(write, of: opened, report) { return }
    try await options.checkTruth(plan.changes, of: opened)
    try await options.finish(write, of: opened, report)
  }

  private func report(_ plan: SeedPlan, _ opened: ContainerHandle, asOf: Timestamp) -> ChangeReport {
    var report = ChangeReport(
      "\(Edit.noun) \(Edit.command.commandName ?? "")", opened.name, asOf: asOf, [ChangeItem](plan),
      planned: plan.changes.count)
    report.findings.add(plan.diagnostics)
    report.isRefused = report.findings.has(atLeast: .error)
    if plan.steps.isEmpty { report.nothing = "no feeds match" }
    return report
  }

  private func write(_ plan: SeedPlan, to opened: ContainerHandle) -> PlannedWrite {
    var write = options.write(plan.changes, to: opened)
    write.question = edit.question(plan)
    write.replan = plan.replan(in: opened.store, isEdit: true)
    return write
  }
}
