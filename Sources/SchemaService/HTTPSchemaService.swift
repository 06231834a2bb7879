import CloudKitSchema
package import CloudKitWebServices
package import CloudKitWire
import Diagnostics
import Foundation
import JSON

/// CloudKit's management API over HTTP, whose contract Apple does not publish.
///
/// Reads accept only the expected answer. Writes require a confirmed route and are sent once.
package struct HTTPSchemaService: SchemaService {
  package let transport = SchemaTransport.http
  private let sender: ManagementSender
  private let target: ManagementRoute.Target

  /// Creates the service.
  /// - Parameters:
  ///   - baseURL: Scheme, host, and optional port of the server, without a final slash.
  ///   - teamID: The ID of the team; empty if only teams are read.
  ///   - containerID: The ID of the container; empty if no schema is read.
  package init(
    routes: ManagementRoutes, baseURL: String = ManagementRoutes.apple, token: ManagementToken, teamID: String,
    containerID: String, timeLimit: Double, clock: RunClock = .system
  ) {
    sender = ManagementSender(
      routes: routes, baseURL: baseURL, token: token, patience: .seconds(timeLimit), clock: clock)
    target = ManagementRoute.Target(team: teamID, container: containerID)
  }

  package func refusal(of operation: ManagementRoute.Operation) -> SchemaServiceError? {
    let route = sender.routes[operation]
    guard !route.isAllowed else { return nil }
    let elsewhere =
      switch operation {
      case .deploy: "deploy the schema in CloudKit Console"
      case .reset: "run it with --via cktool on a Mac, or reset the environment in CloudKit Console"
      default: "run it with --via cktool on a Mac, or import the schema in CloudKit Console"
      }
    return SchemaServiceError(
      .unconfirmedRoute,
      "cannot \(operation.rawValue) over HTTP: no one has confirmed the route \(route.line) "
        + "(\(route.evidence.rawValue)); \(elsewhere), or pass a route that you confirmed with --route-file")
  }

  package func teams() async throws(SchemaServiceError) -> [ManagementTeam] {
    try await object(.teams, Array<ManagementTeam>.init)
  }

  package func containers(
    matching query: String?, includingHidden: Bool
  ) async throws(SchemaServiceError) -> [ManagementContainer] {
    var containers: [ManagementContainer] = []
    var after: String?
    repeat {
      var items: [(String, String)] = [("showHidden", includingHidden ? "true" : "false")]
      if let query { items.append(("q", query)) }
      if let after { items.append(("startingAfterKey", after)) }
      let page = try await object(.containers, query: items, ManagementContainerPage.init)
      containers += page.containers
      guard page.nextKey == nil || page.nextKey != after, containers.count < 10_000 else {
        throw sender.unexpected(.containers, "the pages of its answer do not end")
      }
      after = page.nextKey
    } while after != nil
    return containers
  }

  package func export(_ environment: ContainerAddress.Environment) async throws(SchemaServiceError) -> [UInt8] {
    var target = target
    target.environment = environment.rawValue.uppercased()
    let answer = try await sender.send(.export, target)
    if answer.contentType?.lowercased().contains("html") == true {
      throw sender.unexpected(.export, "the answer is a web page instead of a schema")
    }
    let file = SchemaFile(SourceText(name: "the answer", bytes: answer.body))
    guard answer.body.starts(with: "DEFINE SCHEMA".utf8),
      !file.syntaxDiagnostics.contains(where: { $0.severity == .error })
    else { throw sender.unexpected(.export, "the answer is not a complete schema") }
    return answer.body
  }

  package func validate(_ schema: [UInt8]) async throws(SchemaServiceError) {
    // The server validates an import as well, so that an unconfirmed route only costs the earlier message.
    guard sender.routes[.validate].isAllowed else { return }
    let result = try await object(.validate, file: schema, ManagementValidation.init)
    guard !result.isValid else { return }
    throw SchemaServiceError(
      .refused,
      "CloudKit refuses the schema: \(sender.shown(result.errorMessage ?? "no reason")); nothing was imported")
  }

  package func importToDevelopment(_ schema: [UInt8]) async throws(SchemaServiceError) {
    try await write(.import, file: schema)
  }

  package func resetDevelopment() async throws(SchemaServiceError) { try await write(.reset) }

  package func deploy() async throws(SchemaServiceError) { try await write(.deploy) }

  private var development: ManagementRoute.Target {
    ManagementRoute.Target(team: target.team, container: target.container, environment: "development")
  }

  private func write(_ operation: ManagementRoute.Operation, file: [UInt8]? = nil) async throws(SchemaServiceError) {
    if let refusal = refusal(of: operation) { throw refusal }
    _ = try await sender.send(operation, development, file: file)
  }

  private func object<Content>(
    _ operation: ManagementRoute.Operation, query: [(String, String)] = [], file: [UInt8]? = nil,
    _ read: (JSONObject) -> Content?
  ) async throws(SchemaServiceError) -> Content {
    let target = operation == .validate ? development : target
    let answer = try await sender.send(operation, target, query: query, file: file)
    guard let object = (try? JSONValue(strict: answer.body))?.object, let content = read(object) else {
      throw sender.unexpected(operation, "the answer is not a JSON object of the documented form")
    }
    return content
  }
}
