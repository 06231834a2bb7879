import ArgumentParser
import Diagnostics
import SchemaReview

/// `schema plan`: how a live schema is brought to another, and what production will refuse.
struct SchemaPlanCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "plan",
    abstract: "Plan how a live schema is brought to another: what is allowed, refused, risky, or widens access.",
    discussion: """
      For what production refuses, the plan says how to reach the same end. Exits with 1 when a step is refused or a \
      finding is an error; a single difference is approved in the file of --accepted, by --accept.
      """)

  @Option(help: ArgumentHelp("The schema that is live: \(SchemaInputOptions.forms).", valueName: "file"))
  var from: String

  @Option(help: ArgumentHelp("The schema that is to be.", valueName: "file"))
  var to: String

  @Option(
    help: ArgumentHelp(
      "What must not break: deploy (production takes it), client (shipped apps too), source (code too). "
        + "(default: the configuration's, else deploy)"))
  var policy: DeploymentPolicy?

  @Flag(inversion: .prefixedNo, help: "Report access that widens as an error. (default: the configuration's, else no)")
  var security: Bool?

  @OptionGroup var input: SchemaInputOptions
  @OptionGroup var acceptance: AcceptanceOptions
  @OptionGroup var configurationFile: ConfigurationOptions
  @OptionGroup var limit: FindingsLimitOptions
  @OptionGroup var output: OutputOptions<FindingsFormats>

  func run() async throws {
    let configuration = try configurationFile.effective()
    let policy = policy ?? configuration.policy
    let security = security ?? configuration.security
    let documents = try input.read([from, to]).map { try SchemaDocument(valid: $0, to: "plan with") }
    let (old, new) = (documents[0], documents[1])
    let found = DeploymentPlan(
      from: old, to: new, policy: policy, security: security, severities: configuration.severities)
    let plan = found.accepting(
      try acceptance.apply(
        to: found.findings, configured: configuration.accepted?.value, asked: found.asked,
        selection: RuleSelection(severities: configuration.severities)))
    try output.write(
      SchemaPlanReport(plan, from: old, to: new, policy: policy, security: security, limit: limit.maxFindings))
    try (plan.counts.mayDeploy ? ExitStatus.done : .answerIsNo).exit()
  }
}

extension DeploymentPolicy: ExpressibleByArgument {}
