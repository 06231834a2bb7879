import ArgumentParser
import CloudKitRecords
import CommandLineTool
import Copying
import Diagnostics
import JSON

struct RecordsPutCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "put", abstract: "Create or replace records from JSON Lines, or from the JSON of 'records show'.",
    discussion: """
      A record is {"recordType": …, "recordName": …, "fields": {"title": "A"}}. A value is read by the type of its field, \
      or stated as {"type": "STRING", "value": "A"}. Fields that a record does not state lose their values. A record with \
      a recordChangeTag replaces that version only. Putting a file again changes nothing.
      """)

  @Argument(help: "File, or - for standard input.", completion: .file())
  var file: String

  @Flag(help: "Create missing records, and leave existing ones as they are.")
  var createOnly = false

  @Flag(help: "Replace existing records, and create none.")
  var updateOnly = false

  @OptionGroup var options: RecordWriteOptions

  func validate() throws {
    if createOnly, updateOnly { throw ValidationError("use --create-only or --update-only, not both") }
  }

  func run() async throws {
    let opened = try options.container.open(for: options.container.exists ? .reading : .planning)
    let source = try InputFile.read(file)
    var diagnostics: [Diagnostic] = []
    let schema = try options.schema(of: opened)
    let entries = RecordListReader(schema).entries(source, into: &diagnostics)
    let findings = Findings(diagnostics, in: [source])
    options.output.writeFindings(findings)
    if findings.has(atLeast: .error) {
      Terminal.standardError.write("nothing was written; fix the errors and run the command again\n")
      throw ExitStatus.answerIsNo.code
    }
    try SubscriptionGuard.check(entries.map(\.record.type), opened.schema, isCloud: options.container.isCloud)
    var plan = RecordPlan()
    let scope: RecordPlanner.Scope = createOnly ? .missing : updateOnly ? .existing : .all
    try await RecordPlanner(opened.store, schema).replace(with: entries, scope, adding: &plan)
    try await options.write(plan, as: "records put", for: opened)
  }
}
