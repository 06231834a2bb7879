import ArgumentParser
import CloudKitWebServices
import Diagnostics
import SchemaReview
import SystemCalls

/// `schema push`: updates the development environment of a container from a schema file.
struct SchemaPushCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Update the development environment of a CloudKit container from a schema file, using xcrun cktool.",
    discussion: """
      Shows the changes and prompts for confirmation. The previous schema of the container is kept as \
      FILE.development.bak. Everything that the file does not declare is deleted, including its data. To change \
      production, deploy the schema in CloudKit Console. Exits with 1 if you answer no.
      """)

  @Argument(help: "Schema file. (default: the schema of the configuration)")
  var file: String?

  @Flag(help: "Skip confirmation.")
  var yes = false

  @OptionGroup var cloudKit: CloudKitOptions

  @OptionGroup var configurationFile: ConfigurationOptions

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    guard try cloudKit.environment == .development else {
      throw CommandFailure("cannot push to production: deploy the schema in CloudKit Console")
    }
    let push = try await SchemaPush(
      of: InputFile.read(file ?? configurationFile.effective().schema.value), to: cloudKit.tool(),
      named: cloudKit.container)
    let changes = SchemaDiffReport(push.differences).text(.plain)
    let isConfirmed =
      try push.isNeeded
      && Confirmation.ask("\(changes)change the development environment of \(push.container)?", isConfirmed: yes)
    try output.write(SchemaPushReport(push, backup: isConfirmed ? await push.run() : nil))
    try (push.isNeeded && !isConfirmed ? ExitStatus.answerIsNo : .done).exit()
  }
}

/// A pending update of a container from a schema file.
struct SchemaPush {
  let file, container: String
  /// The changes in the container.
  let differences: SchemaDiff
  private let tool: CKTool
  private let schema, export: [UInt8]

  /// Compares a file with the schema of the container.
  init(of source: SourceText, to tool: CKTool, named container: String) async throws {
    let new = try SchemaDocument(valid: source, to: "push")
    export = try await tool.export(from: .development)
    let old = SchemaDocument(SourceText(name: container, bytes: export))
    guard !old.hasErrors else {
      throw CommandFailure("cannot read the export of \(container): it is not a valid schema")
    }
    differences = SchemaDiff(deploying: new.schema, over: old.schema)
    file = source.name
    schema = source.bytes
    self.container = container
    self.tool = tool
  }

  /// Whether the schema of the container differs.
  var isNeeded: Bool { !differences.changes.isEmpty }

  /// Backs up the schema of the container, then changes it.
  /// - Returns: The path of the backup.
  func run() async throws -> String {
    let backup = OutputFile.freeName("\(file).development.bak")
    try OutputFile.write(String(decoding: export, as: UTF8.self), to: backup)
    try await tool.importToDevelopment(schema)
    return backup
  }
}

/// The result of a push.
struct SchemaPushReport: Report {
  let command = "schema push"
  let summary: Summary
  let items: [SchemaDiffReport.Item]
  private let diff: SchemaDiffReport

  /// The totals.
  struct Summary: Encodable {
    let file, container: String
    let changes: Int
    let isPushed: Bool
    let backup: String?
  }

  /// Creates the report on a push.
  /// - Parameter backup: The path of the backup; `nil` if the container was not changed.
  init(_ push: SchemaPush, backup: String?) {
    diff = SchemaDiffReport(push.differences)
    items = diff.items
    summary = Summary(
      file: push.file, container: push.container, changes: push.differences.changes.count, isPushed: backup != nil,
      backup: backup)
  }

  func text(_ style: Style) -> String {
    guard summary.changes > 0 else {
      return "no change: development of \(summary.container) already matches \(summary.file)\n"
    }
    guard let backup = summary.backup else { return "nothing was changed\n" }
    return diff.text(style)
      + "updated development of \(summary.container) from \(summary.file); the previous schema is \(backup)\n"
  }
}
