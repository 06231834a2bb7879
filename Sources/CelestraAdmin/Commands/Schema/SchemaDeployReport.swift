import Diagnostics
import SchemaReview

/// The deployment of a schema, for the person who makes it in CloudKit Console.
struct SchemaDeployReport: Report {
  /// Whether and how the schema can be deployed.
  enum Outcome {
    /// Production already matches the file.
    case nothing
    /// Development does not match the file.
    case notPushed(SchemaDiff)
    /// Production does not match the baseline.
    case drift(SchemaDiff)
    /// A step is not allowed.
    case refused(SchemaPlanReport)
    /// A person can deploy; the differences are as CloudKit Console shows them.
    case ready(SchemaPlanReport, SchemaDiff)

    var mayDeploy: Bool {
      switch self {
      case .nothing, .ready: true
      case .notPushed, .drift, .refused: false
      }
    }
  }

  let command = "schema deploy"
  let summary: Summary
  let items: [SchemaPlanReport.Item]
  let findings: Findings
  private let outcome: Outcome
  private let address: String

  struct Summary: Encodable {
    let file, container, via, result: String
    let steps: Int
  }

  init(_ outcome: Outcome, of file: String, in container: LiveContainer, team: String) {
    self.outcome = outcome
    let plan = outcome.plan
    items = plan?.items ?? []
    findings = plan?.findings ?? Findings()
    summary = Summary(
      file: file, container: container.id, via: container.via, result: outcome.name, steps: items.count)
    // The address of the Console's page of record types (seen); the dialog opens from any page of the environment.
    address =
      "https://icloud.developer.apple.com/dashboard/database/teams/\(team)/containers/\(container.id)/environments/"
      + "DEVELOPMENT/types"
  }

  func text(_ style: Style) -> String {
    let production = "production of \(summary.container)"
    let via = "(via \(summary.via))"
    switch outcome {
    case .nothing: return "nothing to deploy: \(production) already matches \(summary.file) \(via)\n"
    case .notPushed(let diff):
      return SchemaDiffReport(diff).text(style)
        + "not deployable: development of \(summary.container) does not match \(summary.file) \(via); run 'schema push' "
        + "first\n"
    case .drift(let diff):
      return SchemaDiffReport(diff).text(style)
        + "not deployable: \(production) does not match the baseline \(via); pass --accept-drift to continue\n"
    case .refused(let plan):
      let rename = Rule.probableRename.id
      let ways = plan.findings.diagnostics.filter { $0.severity == .error || $0.rule == rename }.map {
        "  \($0.rule): \($0.subject ?? $0.file): \($0.help ?? $0.message)\n"
      }
      return plan.text(style) + "\nnot deployable \(via):\n" + ways.joined()
    case .ready(let plan, let diff): return plan.text(style) + "\n" + instructions(for: diff)
    }
  }

  func markdown() -> String {
    guard case .ready(let plan, let diff) = outcome else { return "```\n\(text(.plain))```\n" }
    return plan.markdown() + "\n```\n\(instructions(for: diff))```\n"
  }

  private func instructions(for diff: SchemaDiff) -> String {
    let dialog = SchemaDiffReport(diff).text(.plain).split(separator: "\n").map { "       \($0)\n" }
    return """
      deploy in CloudKit Console (compared via \(summary.via)):
        1. Open \(address).
        2. Choose Deploy Schema Changes….
        3. Check that the dialog shows exactly these changes:
      \(dialog.joined())  4. Choose Deploy.
        5. Run 'celestra-admin schema drift --wait 10m \(summary.file)'.

      """
  }
}

extension SchemaDeployReport.Outcome {
  /// The result in JSON.
  fileprivate var name: String {
    switch self {
    case .nothing: "nothing"
    case .notPushed: "notPushed"
    case .drift: "drift"
    case .refused: "refused"
    case .ready: "ready"
    }
  }

  fileprivate var plan: SchemaPlanReport? {
    switch self {
    case .refused(let plan), .ready(let plan, _): plan
    case .nothing, .notPushed, .drift: nil
    }
  }
}
