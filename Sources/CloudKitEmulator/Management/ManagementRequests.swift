import CloudKitRecords
package import CloudKitWire
import Foundation

/// The part of CloudKit's management API that an emulator serves: teams, containers, and exports of schemas.
package struct ManagementConfiguration: Sendable {
  let token: String
  let containers: [ManagementContainer]
  let containersPerPage: Int

  package init(token: String, containers: [ManagementContainer], containersPerPage: Int = 100) {
    self.token = token
    self.containers = containers
    self.containersPerPage = containersPerPage
  }

  /// The teams of the containers, without duplicates.
  fileprivate var teams: [ManagementTeam] {
    var seen: Set<String> = []
    return containers.filter { seen.insert($0.teamID).inserted }.map {
      ManagementTeam(id: $0.teamID, name: "Team \($0.teamID)")
    }
  }
}

extension RequestDispatcher {
  func manage(_ request: ServerRequest, _ management: ManagementConfiguration) async -> Answer {
    do throws(ManagementError) {
      let (route, target) = try management.route(of: request)
      switch route {
      case .teams: return Answer(body: management.teams.body)
      case .containers: return Answer(body: management.page(of: target.team, request).body)
      case .export: return try await export(target)
      }
    } catch {
      return Answer(error)
    }
  }

  private func export(_ target: ManagementRoute.Target) async throws(ManagementError) -> Answer {
    guard
      let environment = ContainerEnvironment.allCases.first(where: { $0.rawValue.uppercased() == target.environment })
    else { throw ManagementError(400, "bad-request", "unknown environment") }
    let database: EmulatedDatabase?
    do {
      database = try await databases.database(DatabaseID(container: target.container, environment: environment))
    } catch {
      throw ManagementError(500, "internal-error", "\(error)")
    }
    guard let database else { throw ManagementError(404, "not-found", "no schema") }
    var answer = Answer(body: Array(database.schema.schema.withSystemParts.exportText.utf8))
    answer.contentType = "text/plain; charset=UTF-8"
    return answer
  }
}

extension ManagementConfiguration {
  fileprivate func route(
    of request: ServerRequest
  ) throws(ManagementError) -> (ManagementRoute, ManagementRoute.Target) {
    let match = ManagementRoute.allCases.lazy.compactMap { route in
      route.target(ofPath: request.path).map { (route, $0) }
    }.first
    guard request.method == ManagementRoute.method, let (route, target) = match else {
      throw ManagementError(404, "not-found", "unknown path")
    }
    // One answer for every cause, as users report of Apple's server.
    let unauthorized = ManagementError(401, "authorization-failed", "authorization failed")
    guard request.header(ManagementRoute.tokenHeader) == token else { throw unauthorized }
    if route != .teams, !teams.contains(where: { $0.id == target.team }) { throw unauthorized }
    if route == .export,
      !containers.contains(where: { $0.id == target.container && $0.teamID == target.team })
    {
      throw ManagementError(404, "not-found", "no such container")
    }
    return (route, target)
  }

  fileprivate func page(of team: String, _ request: ServerRequest) -> ManagementContainerPage {
    let items = URLComponents(string: request.target)?.queryItems ?? []
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    let query = value("q")?.lowercased() ?? ""
    let found = containers.filter { container in
      container.teamID == team && (!container.isHidden || value("showHidden") == "true")
        && (query.isEmpty || "\(container.id) \(container.name)".lowercased().contains(query))
    }.sorted { $0.id < $1.id }
    let rest = value("startingAfterKey").map { key in found.drop { $0.id != key }.dropFirst() } ?? found[...]
    let shown = rest.prefix(containersPerPage)
    return ManagementContainerPage(Array(shown), nextKey: shown.count < rest.count ? shown.last?.id : nil)
  }
}

extension Answer {
  fileprivate init(_ error: ManagementError) {
    self.init(status: error.code, body: [])
    var error = error
    error.requestUUID = requestID
    body = error.body
    (refusalCode, refusalReason) = (error.message, error.reason)
  }
}
