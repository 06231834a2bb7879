/// The routes of CloudKit's management API, shared by the client and the emulator, so that one correction changes both.
package struct ManagementRoutes: Sendable {
  /// The base URL of Apple's server.
  ///
  /// Source: Apple, "Exporting delivery metrics logs" and "Exporting File Provider metrics data", which name this host
  /// and `tokenHeader` for another API of the service; `cktool` connects to the same host (observed).
  package static let apple = "https://api.icloud.apple.com"

  /// The header with the management token.
  package static let tokenHeader = "X-Apple-CloudKit-Management-Token"

  private let confirmed: [ManagementRoute.Operation: ManagementRoute]

  /// Creates the table.
  /// - Parameter confirmed: The routes that the user confirmed, which replace the table's own.
  package init(confirmed: [ManagementRoute] = []) {
    self.confirmed = Dictionary(confirmed.map { ($0.operation, $0) }) { _, last in last }
  }

  /// Returns the route of an operation.
  package subscript(operation: ManagementRoute.Operation) -> ManagementRoute {
    confirmed[operation] ?? Self.standard(operation)
  }

  /// Every route, in the order of the operations.
  package var all: [ManagementRoute] { ManagementRoute.Operation.allCases.map { self[$0] } }

  /// Returns the route that a request's path and method name, with the values in the path.
  package func match(
    _ method: String, _ path: some StringProtocol
  ) -> (route: ManagementRoute, target: ManagementRoute.Target)? {
    for route in all where route.method.rawValue == method {
      if let target = route.target(ofPath: path) { return (route, target) }
    }
    return nil
  }

  /// Whether a path belongs to this API.
  package static func contains(_ path: some StringProtocol) -> Bool { path == "/v1" || path.hasPrefix("/v1/") }

  private static let environment = "/v1/database/teams/{teamId}/containers/{containerId}/environments/{environment}"
  private static let derived = "names and parameters of the CKTool JS call; path family of an observed route"

  private static func standard(_ operation: ManagementRoute.Operation) -> ManagementRoute {
    switch operation {
    case .teams:
      ManagementRoute(.teams, .get, "/v1/teams", status: 200, .inferred, source: "CKTool JS getTeams")
    case .containers:
      ManagementRoute(
        .containers, .get, "/v1/teams/{teamId}/containers", status: 200, .observed,
        source: "network log of CloudKit Console, seen without /v1")
    case .recordTypes:
      ManagementRoute(
        .recordTypes, .get, environment + "/recordTypes", status: 200, .observed,
        source: "published path for DEVELOPMENT; the form of its answer is unknown")
    case .export:
      ManagementRoute(
        .export, .get, environment + "/schema", status: 200, .inferred, source: "exportSchema: " + derived)
    case .validate:
      ManagementRoute(
        .validate, .post, environment + "/schema/validate", body: .file, status: 200, .inferred,
        source: "validateSchema: " + derived)
    case .import:
      ManagementRoute(
        .import, .post, environment + "/schema", body: .file, status: 202, .inferred,
        source: "importSchema: " + derived)
    case .reset:
      ManagementRoute(
        .reset, .post, environment + "/reset", status: 202, .inferred, source: "resetToProduction: " + derived)
    case .diff:
      ManagementRoute(
        .diff, .get, environment + "/diff", status: 200, .inferred,
        source: "CKTool JS has no such call; one author reports that the server has one")
    case .deploy:
      ManagementRoute(
        .deploy, .post, environment + "/deploy", status: 202, .inferred,
        source: "CKTool JS has no such call; one author reports that the server has one")
    }
  }
}
