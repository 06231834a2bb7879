import ArgumentParser
import CloudKitSchema
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Diagnostics
import Notation
import SchemaCommands
import SchemaReview

struct SchemaDriftCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "drift",
    abstract: "Check that a live schema still matches the schema file, for continuous integration.",
    discussion: """
      Ignores order, comments, and layout. With --baseline, the live schema must match the baseline, and differences \
      of the schema file are counted as pending. With --wait, the command verifies a deployment: it waits until the live \
      schema matches. Exits with 0 if the schemas match, 1 if they differ, and 2 if the live schema could not be read.
      """)

  @Argument(help: "Schema file. (default: the schema of the configuration)", completion: .file())
  var file: String?

  @Option(help: ArgumentHelp("Environment: development or production.", valueName: "name"))
  var environment: ContainerEnvironment = .production

  @Option(
    help: ArgumentHelp(
      "Schema file with the state after the last deployment. 'schema pull' updates it.",
      valueName: "file"), completion: .file())
  var baseline: String?

  @Option(
    help: ArgumentHelp(
      "Wait until the live schema matches, at most this long: 90s, 30m, 2h.", valueName: "time"))
  var wait: TimeSpan?

  @OptionGroup(title: "Container") var live: LiveSchemaOptions
  @OptionGroup var checks: FindingsOptions
  @OptionGroup(title: "Output") var output: OutputOptions<FindingsFormats>

  func run() async throws {
    let path = try checks.configuration().schemaFile(file)
    let document = try SchemaDocument(valid: InputFile.read(path), to: "compare")
    let expected = try baseline.map { try SchemaDocument(valid: InputFile.read($0), to: "compare") }
    let container = try await LiveContainer(live)
    if let wait {
      let (client, target) = (container.client, expected ?? document)
      _ = try await ExportPolling { () async throws(LiveSchemaError) in try await client.export(environment) }
        .wait(atMost: wait.duration) { target.matches($0) }
    }
    let schema = try await container.schema(of: environment)
    let report = SchemaDriftReport(
      of: schema, from: expected ?? document, pending: expected == nil ? nil : SchemaDrift(of: schema, from: document),
      container: container, environment: environment, limit: checks.limit.asLimit)
    try output.write(report, exit: report.isMatch ? .done : .answerIsNo)
  }
}

/// The differences between a live schema and a file.
struct SchemaDriftReport: Report {
  let command = "schema drift"
  let items: [EncodableObject]
  let findings: Findings
  let rules = Rule.ofDrift
  private let file: String
  private let container: LiveContainer
  private let environment: ContainerEnvironment
  private let differences: Int
  /// The number of differences of the schema file, if a baseline is compared.
  private let pending: Int?

  init(
    of live: SchemaDocument, from file: SchemaDocument, pending: SchemaDrift?, container: LiveContainer,
    environment: ContainerEnvironment, limit: Int
  ) {
    let drift = SchemaDrift(of: live, from: file, in: environment.rawValue)
    findings = Findings(drift.findings, in: [file.file.source]).limited(to: limit)
    items = SchemaDiffReport(SchemaDiff(deploying: file.schema, over: live.schema)).items
    self.file = file.file.source.name
    self.container = container
    self.environment = environment
    differences = drift.changes.count
    self.pending = pending?.changes.count
  }

  var isMatch: Bool { differences == 0 }

  var summary: EncodableObject {
    [
      "file": file, "container": container.id, "environment": environment.rawValue, "via": container.via,
      "differences": differences, "hidden": findings.hidden, "pending": pending,
    ]
  }

  func text(_ style: Style) -> String {
    let name = "\(container.name(of: environment)) via \(container.via)"
    let pending = pending.map { "; \($0.of("difference")) of the schema file to deploy" } ?? ""
    if isMatch { return style.mark("no drift", .good) + ": \(name) matches \(file)\(pending)\n" }
    return findings.text(style)
      + style.mark("drift", .bad) + ": \(differences.of("difference")) between \(name) and \(file)\(pending)\n"
  }
}
