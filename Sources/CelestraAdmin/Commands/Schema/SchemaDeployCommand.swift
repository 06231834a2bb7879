import ArgumentParser
import CloudKitWebServices
import CloudKitWire
import CommandLineTool
import Diagnostics
import SchemaCommands
import SchemaReview

struct SchemaDeployCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deploy",
    abstract: "Print the deployment of a schema to production.",
    discussion: """
      Apple documents no request that deploys, so a person deploys in CloudKit Console: the command prints what its dialog \
      must show, and 'schema drift --wait' verifies the result. Requires that development matches the file and that every \
      step only adds. Changes nothing. Exits with 1 if the schema must not be deployed.
      """)

  @Argument(help: "Schema file. (default: the schema of the configuration)", completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp(
      "Schema file with the state after the last deployment, which production must match.", valueName: "file"),
    completion: .file())
  var baseline: String?

  @Flag(help: "Continue although production does not match the baseline.")
  var acceptDrift = false

  @Option(
    help: ArgumentHelp(
      "What must not break: client (only additions) or deploy (also removes indexes, grants, and roles).",
      valueName: "name"))
  var policy: DeploymentPolicy = .client

  @OptionGroup(title: "Container") var live: LiveSchemaOptions
  @OptionGroup var configurationFile: ConfigurationOptions
  @OptionGroup(title: "Output") var output: OutputOptions<TextJSONAndMarkdown>

  func run() async throws {
    let configuration = try configurationFile.effective()
    let path = try configuration.schemaFile(file)
    let document = try SchemaDocument(valid: InputFile.read(path), to: "deploy")
    let expected = try baseline.map { try SchemaDocument(valid: InputFile.read($0), to: "compare") }
    let container = try await LiveContainer(live)
    let outcome = try await outcome(
      of: document, over: expected, in: container, RuleSelection(databases: configuration.databases))
    try output.write(SchemaDeployReport(outcome: outcome, file: path, container: container, team: live.team))
    try (outcome.mayDeploy ? ExitStatus.done : .answerIsNo).exit()
  }

  private func outcome(
    of document: SchemaDocument, over expected: SchemaDocument?, in container: LiveContainer,
    _ selection: RuleSelection
  ) async throws -> SchemaDeployReport.Outcome {
    let development = try await container.schema(of: .development)
    let production = try await container.schema(of: .production)
    guard document.matches(development) else {
      return .notPushed(SchemaDiff(deploying: document.schema, over: development.schema))
    }
    // Before drift: production then has the state of the next baseline.
    guard !document.matches(production) else { return .nothing }
    if let expected, !acceptDrift {
      let drift = SchemaDiff(deploying: production.schema, over: expected.schema)
      guard drift.changes.isEmpty else { return .drift(drift) }
    }
    let plan = DeploymentPlan(from: production, to: document, policy: policy, selection: selection)
    let report = SchemaPlanReport(plan, from: production, to: document, policy: policy, security: false, limit: .max)
    return plan.mayDeploy
      ? .ready(report, SchemaDiff(deploying: document.schema, over: production.schema)) : .refused(report)
  }
}
