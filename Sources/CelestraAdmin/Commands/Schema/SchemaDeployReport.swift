import CloudKitWire
import CommandLineTool
import Diagnostics
import SchemaCommands
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
  let outcome: Outcome
  let file: String
  let container: LiveContainer
  let team: String

  var summary: EncodableObject {
    [
      "file": file, "container": container.id, "via": container.via, "result": outcome.name, "steps": items.count,
    ]
  }

  var items: [EncodableObject] { outcome.plan?.items ?? [] }
  var findings: Findings { outcome.plan?.findings ?? Findings() }

  func text(_ style: Style) -> String {
    let production = container.name(of: .production)
    let via = "(via \(container.via))"
    switch outcome {
    case .nothing: return "nothing to deploy: \(production) already matches \(file) \(via)\n"
    case .notPushed(let diff):
      let hasMore = diff.changes.contains { $0.summary.sign == .removed }
      let pull = hasMore ? ", or 'schema pull --environment development' to keep what only it has" : " first"
      return SchemaDiffReport(diff).text(style)
        + "not deployable: \(container.name(of: .development)) does not match \(file) \(via); run 'schema push'\(pull)\n"
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
    // The address of the Console's page of record types (seen); the dialog opens from any page of the environment.
    let address =
      "https://icloud.developer.apple.com/dashboard/database/teams/\(team)/containers/\(container.id)/environments/"
      + "DEVELOPMENT/types"
    let dialog = SchemaDiffReport(diff).text(.plain).split(separator: "\n").map { "       \($0)\n" }
    return """
      deploy in CloudKit Console (compared via \(container.via)):
        1. Open \(address).
        2. Choose Deploy Schema Changes….
        3. Check that the dialog shows exactly these changes:
      \(dialog.joined())  4. Choose Deploy.
        5. Run 'celestra-admin schema drift --wait 10m \(file)'.

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
