/// A request of CloudKit's management API that reads. The client and the emulator share the routes.
///
/// Apple documents the calls and their results through CKTool JS, and supports `cktool` and CKTool JS. Apple documents
/// neither paths nor methods, so each route states its evidence. Changes go through `cktool` only.
package enum ManagementRoute: String, CaseIterable, Sendable {
  case teams, containers, export

  /// The base URL of Apple's server.
  ///
  /// Source: Apple, "Exporting delivery metrics logs" and "Exporting File Provider metrics data", which name this host
  /// and `tokenHeader` for another API of the service; `cktool` connects to the same host (observed).
  package static let apple = "https://api.icloud.apple.com"

  package static let tokenHeader = "X-Apple-CloudKit-Management-Token"

  package static let method = "GET"

  /// The evidence for the path: `observed` in a network log of CloudKit Console, or `inferred` from the names and
  /// parameters of the CKTool JS call.
  package var evidence: String {
    switch self {
    // Seen without /v1.
    case .containers: "observed"
    case .teams, .export: "inferred"
    }
  }

  /// The path with placeholders.
  package var path: String {
    switch self {
    case .teams: "/v1/teams"
    case .containers: "/v1/teams/{teamId}/containers"
    case .export: "/v1/database/teams/{teamId}/containers/{containerId}/environments/{environment}/schema"
    }
  }

  /// The values of a path's placeholders; those that a path does not have are empty.
  package struct Target: Hashable, Sendable {
    package var team: String
    package var container: String
    /// In upper case, as in CKTool JS.
    package var environment: String

    package init(team: String = "", container: String = "", environment: ContainerEnvironment? = nil) {
      self.team = team
      self.container = container
      self.environment = environment?.rawValue.uppercased() ?? ""
    }
  }

  package func path(for target: Target) -> String {
    path.replacing("{teamId}", with: target.team).replacing("{containerId}", with: target.container)
      .replacing("{environment}", with: target.environment)
  }

  /// Returns the values in a request's path; `nil` if the path belongs to another route.
  package func target(ofPath requested: some StringProtocol) -> Target? {
    let slash: Character = "/"
    let parts = requested.split(separator: slash, omittingEmptySubsequences: false).map { String($0) }
    let names = path.split(separator: slash, omittingEmptySubsequences: false)
    guard parts.count == names.count else { return nil }
    var target = Target()
    for (part, name) in zip(parts, names) {
      switch name {
      case "{teamId}": target.team = part
      case "{containerId}": target.container = part
      case "{environment}": target.environment = part
      default: if part != name { return nil }
      }
    }
    return target
  }

  package static func contains(_ path: some StringProtocol) -> Bool { path == "/v1" || path.hasPrefix("/v1/") }
}
