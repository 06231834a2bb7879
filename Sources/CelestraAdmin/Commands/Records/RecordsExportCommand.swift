import ArgumentParser
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying
import Diagnostics

struct RecordsExportCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export", abstract: "Write records as JSON Lines or CSV, sorted by type and name.",
    discussion: """
      The first line names the types, the last line has counts and a digest, so that 'records import' detects a truncated \
      or damaged file. Equal records give equal files. Change tags, dates, and users are not exported: only CloudKit sets \
      them. If a type cannot be listed, its records are missing, and the exit code is 1.

      CSV has one record type, one column per field, and no manifest and digest. 'records import FILE.csv --type TYPE' reads \
      it back.
      """)

  @Option(help: ArgumentHelp("Record types, separated by commas. (default: all)", valueName: "names"))
  var types: String?

  @Option(
    help: ArgumentHelp(
      "Field to leave out, such as an asset. Repeatable.", valueName: "type.field", visibility: .hidden))
  var skipField: [FieldPath] = []

  @Flag(help: ArgumentHelp("Leave out all fields of assets, whose files cannot be exported.", visibility: .hidden))
  var skipAssets = false

  @OptionGroup var listing: ListingOptions

  @Option(help: ArgumentHelp("File to write. (default: standard output)", valueName: "file"), completion: .file())
  var output: String?

  @Option(help: "Output format: jsonl or csv.")
  var format = RecordExportFormat.jsonl

  @OptionGroup(title: "Container") var container: ContainerOptions

  mutating func validate() throws {
    if output == "-" { output = nil }
  }

  func run() async throws {
    let opened = try container.open(for: .reading)
    let plan = try RecordExportPlan(self, opened)
    let export = RecordExport(
      of: plan.sources, from: opened.store, schema: opened.schema, missing: plan.missing, partial: plan.partial,
      skipping: plan.skipped, format: try fileFormat(plan))
    let counts: [RecordType.Name: Int]
    do { counts = try await write(export) } catch let error as RequestMistake {
      throw CommandFailure("cannot export: \(error)")
    }
    let total = counts.values.reduce(0, +)
    Terminal.standardError.write(
      "\(total.of("record")) in \(plan.sources.count.of("type")) exported from \(opened.name)\n")
    for note in plan.notes { Terminal.note(note) }
    try (plan.missing.isEmpty ? ExitStatus.done : .answerIsNo).exit()
  }

  private func fileFormat(_ plan: RecordExportPlan) throws -> RecordFileFormat {
    guard format == .csv else { return .jsonl }
    guard plan.types.count == 1, let type = plan.types.first else {
      throw ValidationError("--format csv writes one record type; pass --types TYPE")
    }
    return .csv(type)
  }

  private func write(_ export: RecordExport) async throws -> [RecordType.Name: Int] {
    guard let output else { return try await write(export) { try Terminal.standardOutput.write(data: $0) } }
    var file = try OutputFile(output)
    let counts = try await write(export) { try file.write($0) }
    try file.finish()
    return counts
  }

  private func write(
    _ export: RecordExport, to write: (String) throws -> Void
  ) async throws -> [RecordType.Name: Int] {
    let progress = ProgressLine()
    // One write per record would be slow.
    var buffer: [UInt8] = []
    let counts = try await export.write { line in
      buffer += line
      guard buffer.count > 1 << 16 else { return }
      try write(String(decoding: buffer, as: UTF8.self))
      buffer = []
    } progress: {
      progress.update("records", done: $0, of: nil)
    }
    try write(String(decoding: buffer, as: UTF8.self))
    return counts
  }
}

enum RecordExportFormat: String, ExpressibleByArgument, CaseIterable {
  case jsonl, csv
}

/// The types that an export writes, and those that it cannot list.
private struct RecordExportPlan {
  let types: [RecordType]
  private(set) var sources: [RecordExport.Source] = []
  private(set) var missing: [RecordType.Name] = []
  private(set) var partial: [RecordType.Name] = []
  private(set) var notes: [String] = []
  /// The fields that are left out, as `Type.field`.
  private(set) var skipped: Set<String>
  private let listsAllTypes: Bool

  /// - Throws: `RequestMistake` for an unknown type or field; `CommandFailure` for assets.
  init(_ command: RecordsExportCommand, _ opened: ContainerHandle) throws {
    let schema = opened.schema
    listsAllTypes = opened.listsAllTypes
    let listers = try command.listing.fields(of: schema)
    skipped = Set(
      try ListingOptions.fields(command.skipField, of: schema).flatMap { type, fields in fields.map { "\(type).\($0)" }
      })
    let names = try command.listing.names()
    types =
      command.types == nil
      ? schema.ownTypes : try RecordsCommand.names(command.types).map { try schema.type(named: $0) }
    let assets = types.flatMap { type in type.assets.map { "\(type.name).\($0)" } }.filter { !skipped.contains($0) }
    if command.skipAssets {
      skipped.formUnion(assets)
    } else if !assets.isEmpty {
      throw CommandFailure(
        "\(assets.joined(separator: ", ")) \(assets.count == 1 ? "holds" : "hold") assets, and files cannot be exported;"
          + " pass --skip-assets, or --skip-field, to leave the fields out")
    }
    for type in types { try add(type, listedBy: listers[type.name], names) }
  }

  private mutating func add(_ type: RecordType, listedBy field: String?, _ names: [RecordName]?) throws {
    if !type.isListable, !listsAllTypes, field == nil {
      guard let names else {
        missing.append(type.name)
        notes.append(
          "\(type.name) has no QUERYABLE index on ___recordID: its records cannot be listed and are missing; pass --list-by "
            + "\(type.name).FIELD, --names FILE, or --types without it")
        return
      }
      sources.append(.init(type, named: names))
    } else {
      let selection = try RecordSelection(of: type, listedBy: field, listsAllTypes: listsAllTypes)
      sources.append(.init(selection))
      guard let field = selection.listedBy else { return }
      notes.append("\(type.name) is listed by \(field): records without \(field) are missing")
    }
    partial.append(type.name)
  }
}
