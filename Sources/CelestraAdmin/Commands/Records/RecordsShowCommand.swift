import ArgumentParser
import CloudKitRecords
import CloudKitSchema
import CommandLineTool
import Copying

struct RecordsShowCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Show records by name.",
    discussion: """
      Without --fields, the formats json and jsonl show the records as 'records put' reads them back, with their \
      change tags. If a record is missing, the exit code is 1.
      """)

  @Argument(help: "Record names.")
  var names: [String] = []

  @Option(
    name: .customLong("names"), help: ArgumentHelp("File of record names, one per line.", valueName: "file"),
    completion: .file())
  var namesFile: String?

  @Option(help: ArgumentHelp("Fields to show, separated by commas. (default: all)", valueName: "names"))
  var fields: String?

  @OptionGroup(title: "Container") var container: ContainerOptions
  @OptionGroup(title: "Output") var output: OutputOptions<RecordFormats>

  func validate() throws {
    if names.isEmpty, namesFile == nil { throw ValidationError("pass the names of records, or --names FILE") }
  }

  func run() async throws {
    let opened = try container.open(for: .reading)
    let fields = RecordsCommand.names(fields)
    let listed = try RecordNames.checked(names, and: namesFile)
    let (found, missing) = try await opened.records(named: listed, fields: fields.isEmpty ? nil : fields)
    // A misspelled field would look like one without a value.
    let types = Set(found.map(\.type)).sorted().compactMap { opened.schema.recordType(named: $0) }
    for field in fields where !found.contains(where: { $0.fields[field] != nil }) {
      if !types.contains(where: { $0.field(named: field) != nil }) { _ = try types.first?.knownField(field) }
    }
    var list = RecordList("records show", container: opened.name, schema: opened.schema, records: found)
    list.fields = fields
    list.missing = missing
    try output.write(list)
    for name in missing.prefix(20) { Terminal.report(error: "no record '\(name)' in \(opened.name)\n") }
    try (missing.isEmpty ? ExitStatus.done : .answerIsNo).exit()
  }
}
