import ArgumentParser
import CloudKitSchema
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Diagnostics
import SchemaCommands
import SchemaReview

struct SchemaPushCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "push",
    abstract: "Update the development environment of a CloudKit container from a schema file.",
    discussion: """
      Requires cktool, which is part of Xcode. Shows the changes and prompts for confirmation. The previous schema of the \
      container is kept as FILE.development.bak. Everything that the file does not declare is deleted, including its data. \
      Refuses what production would refuse later; 'schema deploy' prepares changes of production. Exits with 1 if you \
      answer no or production would refuse the file.
      """)

  @Argument(help: "Schema file. (default: the schema of the configuration)", completion: .file())
  var file: String?

  @Flag(help: "Skip confirmation.")
  var yes = false

  @OptionGroup(title: "Container") var live: LiveSchemaOptions

  @OptionGroup(title: "Container") var environment: LiveEnvironmentOptions

  @OptionGroup var configurationFile: ConfigurationOptions

  @OptionGroup(title: "Output") var output: OutputOptions<TextAndJSON>

  func run() async throws {
    guard try environment.environment == .development else {
      throw CommandFailure(
        "cannot push to production: 'schema deploy' prints what a person deploys in CloudKit Console")
    }
    let configuration = try configurationFile.effective()
    let push = try await SchemaPush(
      of: InputFile.read(configuration.schemaFile(file)), to: LiveContainer(live),
      RuleSelection(databases: configuration.databases))
    let changes = SchemaDiffReport(push.differences).text(.plain)
    let isConfirmed =
      try push.mayRun
      && Confirmation.ask("\(changes)change \(push.container.name(of: .development))?", isConfirmed: yes)
    try output.write(SchemaPushReport(push: push, backup: isConfirmed ? await push.run() : nil))
    try (push.isNeeded && !isConfirmed ? ExitStatus.answerIsNo : .done).exit()
  }
}

/// A pending update of a container from a schema file.
struct SchemaPush {
  let container: LiveContainer
  let document: SchemaDocument
  /// The changes in the container.
  let differences: SchemaDiff
  /// The steps that production would refuse.
  let refused: [DeploymentStep]
  private let development: SchemaDocument
  private let cktool: CKTool

  /// Compares a file with the schemas of the container.
  init(of source: SourceText, to container: LiveContainer, _ selection: RuleSelection) async throws {
    document = try SchemaDocument(valid: source, to: "push")
    cktool = try container.client.cktool
    development = try await container.schema(of: .development)
    let production = try await container.schema(of: .production)
    differences = SchemaDiff(deploying: document.schema, over: development.schema)
    refused = DeploymentPlan(from: production, to: document, selection: selection).refused
    self.container = container
    // Reported from live use: "invalid attempt to delete cloudkit managed record type".
    let missing = development.schema.recordTypes.map(\.name).filter {
      $0.hasPrefix("cloudkit.") && document.schema.recordType(named: $0) == nil
    }
    guard missing.isEmpty else {
      throw CommandFailure(
        "\(source.name) must declare \(missing.joined(separator: " and ")): CloudKit refuses an import without its own "
          + "record types; 'schema pull' adds them")
    }
  }

  var isNeeded: Bool { !differences.changes.isEmpty }

  /// Whether there is something to push that production would accept.
  var mayRun: Bool { isNeeded && refused.isEmpty }

  /// Backs up the schema of the container, changes it, and waits until exports show the change.
  /// - Returns: The path of the backup.
  func run() async throws -> String {
    let lock = try container.lock()
    defer { withExtendedLifetime(lock) {} }
    let file = document.file.source
    try await container.requireUnchanged(development, in: .development, "nothing was imported")
    let backup = try OutputFile.keep(
      String(decoding: development.file.source.bytes, as: UTF8.self), as: "\(file.name).development.bak")
    try await container.change("the import", to: document) { () async throws(LiveSchemaError) in
      try await cktool.import(file.bytes)
    }
    return backup
  }
}

struct SchemaPushReport: Report {
  let command = "schema push"
  let push: SchemaPush
  /// The path of the backup; `nil` if the container was not changed.
  let backup: String?

  private var file: String { push.document.file.source.name }
  private var diff: SchemaDiffReport { SchemaDiffReport(push.differences) }

  var summary: EncodableObject {
    [
      "file": file, "container": push.container.id, "via": push.container.via,
      "changes": push.differences.changes.count, "refusedInProduction": push.refused.count, "isPushed": backup != nil,
      "backup": backup,
    ]
  }

  var items: [EncodableObject] { diff.items }

  func text(_ style: Style) -> String {
    let target = push.container.name(of: .development)
    let via = push.container.via
    guard push.isNeeded else { return "no change: \(target) already matches \(file) (via \(via))\n" }
    if !push.refused.isEmpty {
      return push.refused.map { step in
        style.mark("refused", .bad) + "  \(step.change)\n    \(step.assessment.reason)\n"
          + zip(1..., step.recipe).map { "    \($0). \($1)\n" }.joined()
      }.joined() + "nothing was changed: production would refuse \(file) (via \(via))\n"
    }
    guard let backup else { return "nothing was changed\n" }
    return diff.text(style) + "updated \(target) from \(file) via \(via); the previous schema is \(backup)\n"
  }
}
