import ArgumentParser
import CloudKitRecords
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Copying
import Foundation

struct ContainerCopyCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "copy",
    abstract: "Copy records from one container to another: create what is missing, update what differs.",
    discussion: """
      A container is the path of a file, iCloud.id, or iCloud.id@production. Records that only the target has stay, unless \
      --prune deletes them. Schemas are compared before the first write. Dates, creators and change tags cannot be copied to \
      CloudKit. Run the command again to finish an interrupted copy.
      """)

  @Option(help: ArgumentHelp("Container to read.", valueName: "container"), completion: .file())
  var from: String

  @Option(
    help: ArgumentHelp("Container to write. A missing file is created.", valueName: "container"), completion: .file())
  var to: String

  @OptionGroup var selection: CopySelectionOptions
  @OptionGroup var listing: ListingOptions

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp(
      "Condition on the records of the one type in --types, such as 'title begins-with Swift'. Repeatable; all must match.",
      valueName: "condition"))
  var conditions: [String] = []

  @Flag(help: "Copy only the types and fields that curators own, not those that jobs keep.")
  var editorial = false

  @Flag(help: "Create missing records. Leave existing ones as they are.")
  var onlyMissing = false

  @Flag(help: "Delete records that only the target has, after a copy without failures and confirmation.")
  var prune = false

  @OptionGroup var deletions: DeletionOptions

  @Flag(
    help: ArgumentHelp(
      "Repeat until a pass finds nothing to do, at most 3 passes. Otherwise exit with 1.", visibility: .hidden))
  var settle = false

  @OptionGroup var plan: PlanOptions

  @OptionGroup(title: "Container") var pair: ContainerPairOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextJSONAndMarkdown>

  func validate() throws {
    if plan.file != nil, prune {
      throw ValidationError("a plan file cannot confirm deletions: copy with --prune and without --plan-out")
    }
    if conditions.isEmpty { return }
    if prune { throw ValidationError("--prune would delete what --where leaves out; use one of them") }
    if selection.types.named?.count != 1 { throw ValidationError("--where requires one record type: --types TYPE") }
  }

  func run() async throws {
    let access = try pair.access(from: from, to: to)
    let source = try access.from.open(for: .reading)
    let run = try CopyRun(
      command: "container copy", source: source, access: access.to, scope: scope(of: source, access.to),
      mode: mode)
    var report = if let path = plan.file { try await write(run, to: path) } else { try await run.run() }
    report.max = selection.limit.asLimit
    try output.write(report, exit: report.status)
  }

  private var mode: CopyRun.Mode {
    CopyRun.Mode(
      onlyMissing: onlyMissing, prune: prune ? deletions.limitOfCopy : nil, settles: settle,
      isDryRun: !plan.isApplied, approval: pair.connection.approval)
  }

  private func scope(of source: ContainerHandle, _ target: ContainerAccess) throws -> CopyScope {
    var selection = selection.selection(listsAllTypes: !source.isCloud)
    try listing.add(to: &selection, schema: source.schema)
    if let manifest = try source.manifest { try selection.add(manifest, of: source) }
    if let name = selection.types?.first, !conditions.isEmpty {
      let type = try source.schema.type(named: name)
      selection.filters = try conditions.map { try RecordCondition.filter($0, on: type) }
    }
    if editorial { selection.fields = try source.editorialFields() }
    return try CopyScope(checked: selection, of: source, to: target)
  }

  /// Saves the changes to a plan file.
  private func write(_ run: CopyRun, to path: String) async throws -> CopyReport {
    var plan = try PlanOutput(for: run.target, layout: ChangePlan.anyLayout, asOf: Timestamp(Date()), to: path)
    var failure: (any Error)?
    var report = try await run.run { changes in
      do { for change in changes where failure == nil { try plan.write(change) } } catch { failure = error }
    }
    if let failure { throw failure }
    if report.result.wasStopped { return report }
    try plan.finish()
    report.planFile = path
    return report
  }
}
