import ArgumentParser
import CommandLineTool
import Diagnostics
import SchemaReview

struct SchemaPlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Plan the steps from a live schema to another: allowed, refused, risky, or widening access.",
    discussion: """
      A schema import replaces every record type of a container, including those that only private databases use, so \
      the new schema must declare them all. For each step that production refuses, the plan describes a migration with \
      the same result. Exits with 1 if a step is refused or a finding is an error. To approve differences that CloudKit \
      does not refuse, use --accepted FILE with --accept.
      """)

  @Argument(
    help: ArgumentHelp(
      "Live schema, then new schema: \(SchemaInput.forms). (default: the new one of the configuration)"),
    completion: .file())
  var schemas: [String] = []

  @Option(
    help: ArgumentHelp(
      "What must not break: deploy (deployment to production), client (also shipped apps), source (also code). "
        + "(default: from the configuration, otherwise deploy)", valueName: "name"))
  var policy: DeploymentPolicy?

  @Flag(
    inversion: .prefixedNo, help: "Report wider access as an error. (default: from the configuration, otherwise no)")
  var security: Bool?

  @Option(help: SchemaInput.stdinHelp)
  var stdinFilename: String?

  @OptionGroup var acceptance: AcceptanceOptions
  @OptionGroup var checks: FindingsOptions
  @OptionGroup(title: "Output") var output: OutputOptions<PlanFormats>

  func validate() throws {
    guard (1...2).contains(schemas.count) else {
      throw ValidationError("pass the live schema: '\(Program.current.schemaCommand("plan")) OLD [NEW]'")
    }
  }

  func run() async throws {
    let configuration = try checks.configuration()
    let policy = policy ?? configuration.policy
    let security = security ?? configuration.security
    let configured = schemas.count == 1 ? [try configuration.schemaFile(nil)] : []
    let documents = try await SchemaInput.read(schemas + configured, stdinFilename: stdinFilename).map {
      try SchemaDocument(valid: $0, to: "plan with")
    }
    let (old, new) = (documents[0], documents[1])
    let selection = RuleSelection(severities: configuration.severities, databases: configuration.databases)
    let found = DeploymentPlan(from: old, to: new, policy: policy, security: security, selection: selection)
    let plan = found.accepting(
      try acceptance.apply(
        acceptance.findings(configuration), to: found.findings, asked: found.checkedRules, selection: selection))
    try output.write(
      SchemaPlanReport(plan, from: old, to: new, policy: policy, security: security, limit: checks.limit.asLimit))
    try (plan.mayDeploy ? ExitStatus.done : .answerIsNo).exit()
  }
}

extension DeploymentPolicy: ExpressibleByArgument {}
