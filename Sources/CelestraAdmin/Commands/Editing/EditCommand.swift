import ArgumentParser
import Catalog
import CloudKitRecords
import CommandLineTool
import Curation
import Diagnostics

/// Options shared by commands that add, change or remove records.
struct EditOptions: ParsableArguments {
  @Flag(help: "Show the changes and the records that depend on them. Write nothing.")
  var dryRun = false

  @OptionGroup var truth: ContainerOnlyOptions
  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextAndJSON>

  /// Opens the container for writing or, in a dry run, for reading.
  func open() throws -> ContainerHandle {
    try container.open(for: dryRun ? .reading : .writing, isPlanned: true)
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
  func plan(_ editor: CatalogEditor, _ finder: CatalogFinder) async throws -> SeedPlan
}

extension CatalogEdit {
  func requireFields() throws {}

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
    let plan = try await edit.plan(CatalogEditor(opened.reader, asOf: asOf), CatalogFinder(opened.reader))
    var findings = Findings()
    findings.add(plan.diagnostics)
    options.output.writeFindings(findings)
    let isRefused = findings.has(atLeast: .error)
    if !isRefused { try await options.checkTruth(plan.changes, of: opened) }
    var report = ChangeReport(
      "\(Edit.noun) \(Edit.command.commandName ?? "")", opened.name, asOf: asOf, [ChangeItem](plan),
      planned: plan.changes.count)
    report.findings = findings
    report.isRefused = isRefused
    if !isRefused { report.add(try await write(plan, to: opened).run { opened.store }) }
    if !isRefused || options.output.carriesFindings { try options.output.write(report) }
    try report.status.exit()
  }

  private func write(_ plan: SeedPlan, to opened: ContainerHandle) -> PlannedWrite {
    var write = PlannedWrite(plan.changes, to: opened)
    write.approval = options.container.approval
    write.isDryRun = options.dryRun
    write.replan = plan.replan(in: opened.store, isEdit: true)
    return write
  }
}
