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

  /// Edits the seed files, if they are the truth, instead of the container.
  /// - Returns: `nil` if the container is to be changed.
  func fileWrite(_ changes: [PlannedChange], of opened: ContainerHandle) async throws -> FileWrite? {
    if truth.containerOnly || plan.file != nil { return nil }
    return try await FileWrite(changes, of: opened, container.configuration(), isDryRun: plan.dryRun)
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
  func plan(_ editor: CatalogEditor, _ finder: CatalogFinder, _ opened: ContainerHandle) async throws -> SeedPlan
  /// Returns the question to ask before a plan is applied; `nil` to apply it without asking, except to production. An
  /// edit that asks changes what it did not name; where seed files are the truth, it edits the files.
  func question(_ plan: SeedPlan) -> String?
}

extension CatalogEdit {
  func requireFields() throws {}
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
    let plan = try await edit.plan(CatalogEditor(opened.reader, asOf: asOf), CatalogFinder(opened.reader), opened)
    var findings = Findings()
    findings.add(plan.diagnostics)
    options.output.writeFindings(findings)
    let isRefused = findings.has(atLeast: .error)
    let words = "\(Edit.noun) \(Edit.command.commandName ?? "")"
    if !isRefused, edit.question(plan) != nil,
      let files = try await options.fileWrite(plan.changes, of: opened)
    {
      let report = files.report(words, opened, asOf: asOf)
      try options.output.write(report)
      return try (files.refused > 0 ? ExitStatus.answerIsNo : .done).exit()
    }
    if !isRefused { try await options.checkTruth(plan.changes, of: opened) }
    var report = ChangeReport(
      words, opened.name, asOf: asOf, [ChangeItem](plan),
      planned: plan.changes.count)
    report.findings = findings
    report.isRefused = isRefused
    if plan.steps.isEmpty { report.nothing = "no feeds match" }
    if !isRefused { return try await options.finish(write(plan, to: opened), of: opened, report) }
    if options.output.carriesFindings { try options.output.write(report) }
    try report.status.exit()
  }

  private func write(_ plan: SeedPlan, to opened: ContainerHandle) -> PlannedWrite {
    var write = PlannedWrite(plan.changes, to: opened)
    write.question = edit.question(plan)
    write.approval = options.container.approval
    write.isDryRun = options.plan.dryRun
    write.replan = plan.replan(in: opened.store, isEdit: true)
    return write
  }
}
