import CloudKitSchema
import CloudKitWebServices
import CloudKitWire
import Diagnostics
import Foundation
import SchemaReview
import SchemaService

/// A deployment of a schema file to production.
struct SchemaDeployment {
  /// The result of a run.
  enum Outcome {
    /// Production already matches the file.
    case nothing
    /// Development does not match the file.
    case notPushed(SchemaDiff)
    /// Production does not match the baseline.
    case drift(SchemaDiff)
    /// A step is not allowed.
    case refused(SchemaPlanReport)
    /// A person must deploy in CloudKit Console.
    case staged(Stage)
    /// The waiting time ended without a deployment.
    case waited(Stage)
    /// Production matches the file.
    case deployed(Stage?)
    /// Production does not match the file.
    case different(SchemaDiff)
    /// The user did not confirm.
    case declined

    /// Whether the run achieved what it was asked to.
    var isGood: Bool {
      switch self {
      case .nothing, .staged, .deployed: true
      case .notPushed, .drift, .refused, .waited, .different, .declined: false
      }
    }
  }

  /// A deployment that is ready.
  struct Stage {
    let plan: SchemaPlanReport
    /// The differences as CloudKit Console shows them.
    let differences: SchemaDiff
    /// The file with the schema of production before the deployment.
    let backup: String
  }

  let document: SchemaDocument
  let container: LiveContainer
  let team: String
  let baseline: String?
  let policy: DeploymentPolicy

  /// The name of the schema file.
  var file: String { document.file.source.name }

  /// Checks the deployment, then deploys if a route is confirmed, and otherwise waits for a person to deploy.
  func run(
    acceptingDrift: Bool, confirmation: String?, waiting limit: Duration?, isStage: Bool
  ) async throws -> Outcome {
    let development = try await container.schema(of: .development)
    let production = try await container.schema(of: .production)
    guard document.matches(development) else {
      return .notPushed(SchemaDiff(deploying: document.schema, over: development.schema))
    }
    // Before drift: the state after a deployment whose run ended early is the next baseline.
    guard !document.matches(production) else {
      try updateBaseline(production)
      return .nothing
    }
    if let drift = try drift(of: production), !acceptingDrift { return .drift(drift) }
    let plan = DeploymentPlan(from: production, to: document, policy: policy)
    let report = SchemaPlanReport(
      plan, from: production, to: document, policy: policy, security: false, limit: .max)
    guard plan.mayDeploy else { return .refused(report) }
    let backup = try OutputFile.keep(
      String(decoding: production.file.source.bytes, as: UTF8.self), as: "\(file).production.bak")
    let stage = Stage(
      plan: report, differences: SchemaDiff(deploying: document.schema, over: production.schema), backup: backup)
    if isStage { return .staged(stage) }
    guard container.service.refusal(of: .deploy) != nil else {
      return try await deploy(stage, of: development, over: production, confirmation: confirmation)
    }
    guard let limit else { return .staged(stage) }
    Terminal.standardError.write(SchemaDeployReport(.staged(stage), of: self).text(.plain))
    return try await wait(for: stage, from: production, atMost: limit)
  }

  /// Checks that production matches the file.
  func verify(waiting limit: Duration?) async throws -> Outcome {
    let isVisible = try await ExportPolling(container.service, .production)
      .wait(atMost: limit ?? .zero) { document.matches($0) }
    let production = try await container.schema(of: .production)
    guard isVisible, document.matches(production) else {
      return .different(SchemaDiff(deploying: document.schema, over: production.schema))
    }
    try updateBaseline(production)
    return .deployed(nil)
  }

  /// Sends the deployment once, after both environments are found unchanged. It deploys what development then has.
  private func deploy(
    _ stage: Stage, of development: SchemaDocument, over production: SchemaDocument, confirmation: String?
  ) async throws -> Outcome {
    let question = stage.plan.text(.plain) + "deploy to \(container.name(of: .production))?"
    guard try Confirmation.typed(container.id, question, given: confirmation) else { return .declined }
    let lock = try container.lock()
    defer { withExtendedLifetime(lock) {} }
    try await container.requireUnchanged(development, in: .development, "nothing was deployed")
    try await container.requireUnchanged(production, in: .production, "nothing was deployed")
    let change = LiveSchemaChange(container: container, environment: .production, expected: document)
    try await change.send("the deployment") { () async throws(SchemaServiceError) in
      try await container.service.deploy()
    }
    try updateBaseline(try await container.schema(of: .production))
    return .deployed(stage)
  }

  /// Waits until production matches the file, or changes to something else.
  private func wait(for stage: Stage, from production: SchemaDocument, atMost limit: Duration) async throws -> Outcome {
    let hasChanged = try await ExportPolling(container.service, .production).wait(atMost: limit) { export in
      let live = SchemaDocument(SourceText(name: "the export", bytes: export))
      return !live.hasErrors && !production.matchesExactly(live)
    }
    guard hasChanged else { return .waited(stage) }
    let live = try await container.schema(of: .production)
    guard document.matches(live) else {
      return .different(SchemaDiff(deploying: document.schema, over: live.schema))
    }
    try updateBaseline(live)
    return .deployed(stage)
  }

  /// Returns the differences of production from the baseline; `nil` without differences or without a baseline.
  private func drift(of production: SchemaDocument) throws -> SchemaDiff? {
    guard let baseline, FileManager.default.fileExists(atPath: baseline) else { return nil }
    let expected = try SchemaDocument(valid: InputFile.read(baseline), to: "compare")
    let diff = SchemaDiff(deploying: production.schema, over: expected.schema)
    return diff.changes.isEmpty ? nil : diff
  }

  /// Writes the baseline once production matches the file.
  private func updateBaseline(_ production: SchemaDocument) throws {
    guard let baseline else { return }
    do { try OutputFile.write(String(decoding: production.file.source.bytes, as: UTF8.self), to: baseline) } catch {
      throw CommandFailure("production matches \(file), but the baseline is not updated: \(error)")
    }
  }
}
