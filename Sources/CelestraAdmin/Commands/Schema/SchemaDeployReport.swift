import Diagnostics
import SchemaReview

/// The result of a deployment.
struct SchemaDeployReport: Report {
  let command = "schema deploy"
  let summary: Summary
  let items: [SchemaPlanReport.Item]
  let findings: Findings
  private let outcome: SchemaDeployment.Outcome
  private let address: String
  private let baseline: String?

  /// The totals.
  struct Summary: Encodable {
    let file, container, via, result: String
    let steps: Int
    let backup: String?
  }

  /// Creates the report.
  init(_ outcome: SchemaDeployment.Outcome, of deployment: SchemaDeployment) {
    self.outcome = outcome
    baseline = deployment.baseline
    let plan = outcome.plan
    items = plan?.items ?? []
    findings = plan?.findings ?? Findings()
    summary = Summary(
      file: deployment.file, container: deployment.container.id,
      via: deployment.container.via, result: outcome.name, steps: plan?.items.count ?? 0,
      backup: outcome.stage?.backup)
    // The address of the Console's page of record types (seen); the dialog opens from any page of the environment.
    address =
      "https://icloud.developer.apple.com/dashboard/database/teams/\(deployment.team)/containers/"
      + "\(deployment.container.id)/environments/DEVELOPMENT/types"
  }

  func text(_ style: Style) -> String {
    let production = "production of \(summary.container)"
    let via = "(via \(summary.via))"
    switch outcome {
    case .nothing: return "nothing to deploy: \(production) already matches \(summary.file) \(via)\n"
    case .notPushed(let diff):
      return SchemaDiffReport(diff).text(style)
        + "not deployed: development of \(summary.container) does not match \(summary.file) \(via); run 'schema push' "
        + "first\n"
    case .drift(let diff):
      return SchemaDiffReport(diff).text(style)
        + "not deployed: \(production) does not match the baseline \(via); pass --accept-drift to continue\n"
    case .refused(let plan):
      let rename = Rule.probableRename.id
      let ways = plan.findings.located.map(\.diagnostic).filter { $0.severity == .error || $0.rule == rename }.map {
        "  \($0.rule): \($0.subject ?? $0.file): \($0.help ?? $0.message)\n"
      }
      return plan.text(style) + "\nnot deployed \(via):\n" + ways.joined()
    case .staged(let stage): return stage.plan.text(style) + console(stage)
    case .waited:
      return "not deployed yet: \(production) does not match \(summary.file) \(via); after the deployment, run "
        + "\(verification)\n"
    case .deployed(let stage):
      return (stage.map { $0.plan.text(style) + "\n" } ?? "") + style.mark("deployed", .good)
        + ": \(production) matches \(summary.file) \(via)\(backup)\n"
    case .different(let diff):
      return SchemaDiffReport(diff).text(style)
        + style.mark("not deployed", .bad) + ": \(production) does not match \(summary.file) \(via)\n"
    case .declined: return "nothing was deployed\n"
    }
  }

  func markdown() -> String {
    guard case .staged(let stage) = outcome else { return "```\n\(text(.plain))```\n" }
    return stage.plan.markdown() + "\n```\n\(console(stage).drop { $0 == "\n" })```\n"
  }

  /// The command that verifies the deployment.
  private var verification: String {
    "'celestra-admin schema deploy --verify-only \(baseline.map { "--baseline \($0) " } ?? "")\(summary.file)'"
  }

  private var backup: String { summary.backup.map { "; the previous schema is \($0)" } ?? "" }

  /// Returns the steps for a person.
  private func console(_ stage: SchemaDeployment.Stage) -> String {
    let dialog = SchemaDiffReport(stage.differences).text(.plain).split(separator: "\n").map { "       \($0)\n" }
    return """

      deploy in CloudKit Console:
        1. Open \(address).
        2. Choose Deploy Schema Changes….
        3. Check that the dialog shows exactly these changes:
      \(dialog.joined())  4. Choose Deploy.
        5. Run \(verification).
      the schema of production before the deployment (via \(summary.via)) is \(stage.backup)

      """
  }
}

extension SchemaDeployment.Outcome {
  /// The result in JSON.
  fileprivate var name: String {
    switch self {
    case .nothing: "nothing"
    case .notPushed: "notPushed"
    case .drift: "drift"
    case .refused: "refused"
    case .staged: "staged"
    case .waited: "notDeployed"
    case .deployed: "deployed"
    case .different: "different"
    case .declined: "declined"
    }
  }

  /// The stage of a deployment that is allowed.
  fileprivate var stage: SchemaDeployment.Stage? {
    switch self {
    case .staged(let stage), .waited(let stage): stage
    case .deployed(let stage): stage
    case .nothing, .notPushed, .drift, .refused, .different, .declined: nil
    }
  }

  /// The plan.
  fileprivate var plan: SchemaPlanReport? {
    if case .refused(let plan) = self { plan } else { stage?.plan }
  }
}
