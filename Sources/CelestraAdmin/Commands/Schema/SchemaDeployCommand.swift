import ArgumentParser
import CloudKitWebServices
import Diagnostics
import SchemaReview

/// `schema deploy`: stages, deploys, and verifies a schema in production.
struct SchemaDeployCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "deploy",
    abstract: "Stage the deployment of a schema to production, and verify it.",
    discussion: """
      Requires that development matches the file and that every step only adds. Keeps the schema of production as \
      FILE.production.bak. Apple documents no request that deploys, so a person deploys in CloudKit Console: the \
      command prints what its dialog must show and, with --wait, waits until production matches the file. Exits with 1 \
      if the schema must not be deployed or production does not match the file.
      """)

  @Argument(help: "Schema file. (default: the schema of the configuration)", completion: .file())
  var file: String?

  @Option(
    help: ArgumentHelp("Wait until production matches the file, at most this long: 90s, 30m, 2h.", valueName: "time"))
  var wait: WaitingTime?

  @Flag(help: "Check and print the deployment, and change nothing.")
  var stageOnly = false

  @Flag(help: "Only check that production matches the file.")
  var verifyOnly = false

  @Option(
    help: ArgumentHelp(
      "Schema file with the state after the last deployment. Production must match it, and it is updated after the "
        + "deployment.", valueName: "file"), completion: .file())
  var baseline: String?

  @Flag(help: "Continue although production does not match the baseline.")
  var acceptDrift = false

  @Option(
    help: ArgumentHelp(
      "What must not break: client (only additions) or deploy (also removes indexes, grants, and roles)."))
  var policy: DeploymentPolicy = .client

  @Option(help: ArgumentHelp("ID of the container, to confirm a deployment without a prompt.", valueName: "id"))
  var confirm: String?

  @OptionGroup var live: LiveSchemaOptions
  @OptionGroup var configurationFile: ConfigurationOptions
  @OptionGroup var output: OutputOptions<TextJSONAndMarkdown>

  func validate() throws {
    if stageOnly, verifyOnly { throw ValidationError("pass --stage-only or --verify-only, not both") }
    if stageOnly, wait != nil { throw ValidationError("--stage-only does not wait; pass --wait with --verify-only") }
  }

  func run() async throws {
    let path = try file ?? configurationFile.effective().schema.value
    let deployment = try await SchemaDeployment(
      document: SchemaDocument(valid: InputFile.read(path), to: "deploy"), container: LiveContainer(live),
      team: live.team, baseline: baseline, policy: policy)
    let outcome =
      verifyOnly
      ? try await deployment.verify(waiting: wait?.duration)
      : try await deployment.run(
        acceptingDrift: acceptDrift, confirmation: confirm, waiting: wait?.duration, isStage: stageOnly)
    try output.write(SchemaDeployReport(outcome, of: deployment))
    try (outcome.isGood ? ExitStatus.done : .answerIsNo).exit()
  }
}

/// A duration in seconds, minutes, or hours: `90s`, `30m`, `2h`.
struct WaitingTime: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    let units: [Character: Double] = ["s": 1, "m": 60, "h": 3600]
    guard let unit = argument.last.flatMap({ units[$0] }), let number = Double(argument.dropLast()),
      (0...86_400).contains(number * unit)
    else { return nil }
    duration = .seconds(number * unit)
  }
}
