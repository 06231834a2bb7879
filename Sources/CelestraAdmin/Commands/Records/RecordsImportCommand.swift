import ArgumentParser
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import Diagnostics

struct RecordsImportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "import", abstract: "Write the records of a file of 'records export', or of a CSV file.",
    discussion: """
      Reads and checks the whole file before it writes anything. Creates missing records, replaces records with other \
      values, and leaves all others as they are, so that an interrupted import is finished by running it again.

      With --type, the file is CSV in UTF-8 with the column recordName and a column per field. An empty cell clears a field; \
      fields without a column keep their values.
      """)

  @Argument(help: "File, or - for standard input.", completion: .file())
  var file: String

  @Option(help: ArgumentHelp("Record type of a CSV file.", valueName: "name"))
  var type: String?

  @Option(help: ArgumentHelp("Record types to import, separated by commas. (default: all)", valueName: "names"))
  var types: String?

  @OptionGroup var plan: PlanOptions

  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup var clock: ClockOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextAndJSON>

  func validate() throws {
    if type != nil, types != nil { throw ValidationError("use --type for CSV, or --types for JSON Lines, not both") }
    if type == nil, file.lowercased().hasSuffix(".csv") {
      throw ValidationError("a CSV file does not name its record type; pass --type TYPE")
    }
  }

  func run() async throws {
    let planned = try container.open(for: container.exists ? .reading : .planning)
    let schema = try container.schema(keeping: planned.schema)
    let table = try type.map { try schema.type(named: $0) }
    let source = try RecordFileSource(file, schema, as: table)
    let selected = try selectedTypes(source.manifest, planned)
    try SubscriptionGuard.check(selected.filter { source.counts[$0] != nil }, schema, isCloud: container.isCloud)
    for type in source.manifest.missing + source.manifest.partial {
      Terminal.note("\(source.name) does not have all records of \(type)")
    }
    let isWriting = plan.isApplied
    if isWriting {
      try await container.confirmWriting(previewing: { preview in
        var run = RecordImport(source: source, types: selected, store: planned.store, isDryRun: true)
        try await run.apply { preview.show([$0]) }
      })
    }
    let opened = isWriting ? try container.open(for: .creating, keepingSchema: true, isPlanned: true) : planned
    var run = RecordImport(source: source, types: selected, store: opened.store, isDryRun: !isWriting)
    if let path = plan.file { try await save(&run, opened, to: path) } else { try await run.apply() }
    var report = ChangeReport("records import", opened.name, asOf: clock.asOf, run, wasWritten: isWriting)
    report.isSaved = plan.file != nil
    try output.write(report, exit: report.status)
  }

  private func selectedTypes(_ manifest: RecordManifest, _ opened: ContainerHandle) throws -> [RecordType.Name] {
    if types == nil { return manifest.types }
    let names = RecordsCommand.names(types)
    for name in names where !manifest.types.contains(name) {
      throw ValidationError(
        "\(file) has no records of the type '\(name)'; it has \(manifest.types.joined(separator: ", "))")
    }
    return manifest.types.filter(names.contains)
  }

  private func save(_ run: inout RecordImport, _ opened: ContainerHandle, to path: String) async throws {
    var plan = try PlanOutput(for: opened.container, layout: ChangePlan.anyLayout, asOf: clock.asOf, to: path)
    try await run.apply { try plan.write($0) }
    try plan.finish()
    Terminal.standardError.write(PlanOutput.advice(run.planned, path) + "\n")
  }
}
