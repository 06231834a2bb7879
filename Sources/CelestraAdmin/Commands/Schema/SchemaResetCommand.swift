import ArgumentParser
import CloudKitSchema
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Diagnostics
import SchemaCommands
import SchemaReview

struct SchemaResetCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "reset",
    abstract: "Reset the development environment of a CloudKit container to the schema of production.",
    discussion: """
      Requires cktool, which is part of Xcode. Deletes every record in development. Prompts for the ID of the container, \
      unless --confirm has it. The schema of development is kept as FILE.development.bak, where FILE is the schema file. \
      Exits with 1 if you do not confirm.
      """)

  @Argument(help: "Schema file that names the backup. (default: the schema of the configuration)", completion: .file())
  var file: String?

  @Option(help: ArgumentHelp("ID of the container, to confirm without a prompt.", valueName: "id"))
  var confirm: String?

  @OptionGroup(title: "Container") var live: LiveSchemaOptions
  @OptionGroup var configurationFile: ConfigurationOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let container = try await LiveContainer(live)
    let reset = try await SchemaReset(
      of: container, file: file ?? configurationFile.effective().schema.value)
    let isConfirmed = try Confirmation.typed(container.id, reset.question, given: confirm)
    try output.write(SchemaResetReport(reset: reset, backup: isConfirmed ? await reset.run() : nil))
    try (isConfirmed ? ExitStatus.done : .answerIsNo).exit()
  }
}

struct SchemaReset {
  let container: LiveContainer
  /// The changes in development.
  let differences: SchemaDiff
  private let file: String
  private let development, production: SchemaDocument
  private let cktool: CKTool

  init(of container: LiveContainer, file: String) async throws {
    cktool = try container.client.cktool
    self.container = container
    self.file = file
    development = try await container.schema(of: .development)
    production = try await container.schema(of: .production)
    differences = SchemaDiff(from: development.schema, to: production.schema)
  }

  var question: String {
    SchemaDiffReport(differences).text(.plain)
      + "reset \(container.name(of: .development)) to the schema of production, and delete all of its records?"
  }

  /// Backs up the schema, resets development once, and waits until exports show the schema of production.
  /// - Returns: The path of the backup.
  func run() async throws -> String {
    let lock = try container.lock()
    defer { withExtendedLifetime(lock) {} }
    try await container.requireUnchanged(development, in: .development, "nothing was reset")
    try await container.requireUnchanged(production, in: .production, "nothing was reset")
    let backup = try OutputFile.keep(
      String(decoding: development.file.source.bytes, as: UTF8.self), as: "\(file).development.bak")
    try await container.change("the reset", to: production) { () async throws(LiveSchemaError) in
      try await cktool.resetDevelopment()
    }
    return backup
  }
}

struct SchemaResetReport: Report {
  let command = "schema reset"
  let reset: SchemaReset
  /// The path of the backup; `nil` if development was not reset.
  let backup: String?

  private var diff: SchemaDiffReport { SchemaDiffReport(reset.differences) }

  var summary: EncodableObject {
    [
      "container": reset.container.id, "via": reset.container.via, "changes": diff.changes.count,
      "isReset": backup != nil, "backup": backup,
    ]
  }

  var items: [EncodableObject] { diff.items }

  func text(_ style: Style) -> String {
    guard let backup else { return "nothing was changed\n" }
    return diff.text(style)
      + "reset \(reset.container.name(of: .development)) to the schema of production via \(reset.container.via); the "
      + "previous schema is \(backup)\n"
  }
}
