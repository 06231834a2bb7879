import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import Diagnostics
import Foundation
import JSON
import Synchronization

/// The emulated management API: teams, containers, and two schemas per container.
final class ManagementServer: Sendable {
  /// A change that an accepted request makes to a database's records.
  enum Change: Sendable {
    /// The database's schema becomes another one.
    case schema(DatabaseID, Schema)
    /// The database loses its records, and its schema becomes another one.
    case reset(DatabaseID, Schema)
  }

  /// An answer, the change that it accepts, and the fault that it got.
  struct Result: Sendable {
    var answer: Answer
    var change: Change?
    var fault: ManagementFault.Kind?
  }

  private let configuration: ManagementConfiguration
  private let routes = ManagementRoutes()
  private let schemas: ManagedSchemas
  private let faults: Mutex<[ManagementFault]>
  private let now: @Sendable () -> Timestamp

  init(_ configuration: ManagementConfiguration, now: @escaping @Sendable () -> Timestamp) {
    self.configuration = configuration
    self.now = now
    schemas = ManagedSchemas(initial: configuration.schema)
    faults = Mutex(configuration.faults)
  }

  /// Restores the first state.
  func restart() {
    schemas.restart()
    faults.withLock { $0 = configuration.faults }
  }

  /// Returns the answer to a request.
  func answer(_ request: ServerRequest) -> Result {
    do {
      let (route, target) = try routed(request)
      let fault = nextFault(of: route.operation)
      var result: Result
      if let replaced = fault.flatMap({ Self.refusal($0.kind) }) {
        result = replaced
      } else {
        result = try perform(route, target, request, fault: fault?.kind)
      }
      result.fault = fault?.kind
      switch fault?.kind {
      case .truncated: result.answer.body = Array(result.answer.body.prefix(result.answer.body.count / 2))
      case .brokenOff: result.answer.delivery = .truncated
      case .cutAfter: result.answer.delivery = .reset
      case .productionChanges: if fault?.count ?? 0 == 0 { addIntruder(to: target.container) }
      default: break
      }
      return result
    } catch {
      return Result(answer: Answer(error))
    }
  }

  /// Deploys a container's schema, as a person does in CloudKit Console.
  func deploy(_ container: String) throws(ManagementError) -> Change {
    let (development, production) = try (schema(container, .development), schema(container, .production))
    for type in development.recordTypes {
      for field in type.fields {
        guard let old = production.recordType(named: type.name)?.field(named: field.name), old.type != field.type else {
          continue
        }
        throw .badRequest("invalid attempt to change the type of a field which is active in a production container")
      }
    }
    return replace(
      container, .production, by: development.deployed(over: production), after: configuration.deployDelay)
  }

  private func routed(
    _ request: ServerRequest
  ) throws(ManagementError) -> (ManagementRoute, ManagementRoute.Target) {
    guard let (route, target) = routes.match(request.method, request.path) else {
      throw ManagementError(404, "not-found", "unknown path")
    }
    // One answer for every cause, as users report of Apple's server.
    let unauthorized = ManagementError(401, "authorization-failed", "authorization failed")
    guard let token = request.header(ManagementRoutes.tokenHeader), token == configuration.token else {
      throw unauthorized
    }
    if route.operation != .teams, !configuration.teams.contains(where: { $0.id == target.team }) { throw unauthorized }
    if !target.container.isEmpty,
      !configuration.containers.contains(where: { $0.id == target.container && $0.teamID == target.team })
    {
      throw ManagementError(404, "not-found", "no such container")
    }
    return (route, target)
  }

  /// Returns the fault of a request, with the number of requests that it remains for.
  private func nextFault(of operation: ManagementRoute.Operation) -> ManagementFault? {
    faults.withLock { faults in
      let place = faults.firstIndex { ($0.operation ?? operation) == operation && $0.count != 0 }
      guard let place else { return nil }
      if let count = faults[place].count { faults[place].count = count - 1 }
      return faults[place]
    }
  }

  /// Returns the result of a fault that replaces the request; `nil` if the request is performed.
  private static func refusal(_ fault: ManagementFault.Kind) -> Result? {
    var error: ManagementError
    switch fault {
    case .throttled:
      error = ManagementError(429, "too-many-requests", "too many requests")
      error.retryAfterSeconds = 0.01
    case .throttledSilently: error = ManagementError(429, "too-many-requests", "too many requests")
    case .serverError: error = ManagementError(500, "internal-error", "internal error")
    case .unavailable: error = ManagementError(503, "unavailable", "please try again later")
    case .expired:
      error = ManagementError(421, "authentication-required", "the session expired")
      error.redirectURL = "https://idmsa.apple.com/appleauth/auth/"
    case .html:
      var answer = Answer(body: Array("<!DOCTYPE html><html><body>Sign in</body></html>".utf8))
      answer.contentType = "text/html; charset=UTF-8"
      return Result(answer: answer)
    case .redirect:
      var answer = Answer(status: 302, body: [])
      answer.location = "https://elsewhere.example/v1/teams"
      return Result(answer: answer)
    case .truncated, .brokenOff, .cutAfter, .neverVisible, .productionChanges: return nil
    }
    return Result(answer: Answer(error))
  }

  private func perform(
    _ route: ManagementRoute, _ target: ManagementRoute.Target, _ request: ServerRequest,
    fault: ManagementFault.Kind?
  ) throws(ManagementError) -> Result {
    switch route.operation {
    case .teams: return Result(answer: Answer(body: configuration.teams.body))
    case .containers: return Result(answer: Answer(body: page(of: target.team, request).body))
    case .recordTypes, .export, .validate, .import, .reset, .diff, .deploy: break
    }
    guard let environment = DatabaseID.Environment(rawValue: target.environment.lowercased()),
      target.environment == target.environment.uppercased()
    else { throw .badRequest("unknown environment") }
    let change: Change?
    switch route.operation {
    case .export:
      let id = DatabaseID(container: target.container, environment: environment)
      guard let schema = schemas.visible(id, at: now()) else { throw ManagementError(404, "not-found", "no schema") }
      var answer = Answer(body: Array(schema.exportText.utf8))
      answer.contentType = "text/plain; charset=UTF-8"
      return Result(answer: answer)
    case .recordTypes:
      let types = try schema(target.container, environment).recordTypes
      return Result(answer: Answer(body: Self.recordTypes(types)))
    case .diff:
      let (development, production) = try (
        schema(target.container, .development), schema(target.container, .production)
      )
      let pending = development.recordTypes.filter { production.recordType(named: $0.name) != $0 }
      return Result(answer: Answer(body: Self.recordTypes(pending)))
    case .validate:
      let message = try file(in: request, environment).serverMessage
      return Result(answer: Answer(body: ManagementValidation(isValid: message == nil, errorMessage: message).body))
    case .import: change = try imported(file(in: request, environment), target.container, fault)
    case .reset: change = try reset(target.container, environment, fault)
    case .deploy: change = fault == .neverVisible ? nil : try deploy(target.container)
    case .teams, .containers: change = nil
    }
    return Result(answer: Answer(status: route.status, body: []), change: change)
  }

  /// Returns an answer with the names of record types. The form is invented: no one has published it.
  private static func recordTypes(_ types: [RecordType]) -> [UInt8] {
    JSONWriter.document { writer in
      writer.object { answer in
        answer.name("recordTypes")
        answer.array(types) { writer, type in writer.string(type.name) }
      }
    }
  }

  private func page(of team: String, _ request: ServerRequest) -> ManagementContainerPage {
    let items = URLComponents(string: request.target)?.queryItems ?? []
    func value(_ name: String) -> String? { items.first { $0.name == name }?.value }
    let byName = value("sortBy") == "NAME"
    let sorted = configuration.containers.filter { container in
      let query = value("q")?.lowercased() ?? ""
      let isFound = query.isEmpty || "\(container.id) \(container.name)".lowercased().contains(query)
      return container.teamID == team && isFound && (!container.isHidden || value("showHidden") == "true")
    }.sorted { byName ? $0.name < $1.name : $0.id < $1.id }
    let rest = value("startingAfterKey").map { key in sorted.drop { $0.id != key }.dropFirst() } ?? sorted[...]
    let shown = rest.prefix(configuration.pageSize)
    return ManagementContainerPage(Array(shown), nextKey: shown.count < rest.count ? shown.last?.id : nil)
  }

  private func file(
    in request: ServerRequest, _ environment: DatabaseID.Environment
  ) throws(ManagementError) -> SchemaFile {
    // Reported from live use, for both operations.
    guard environment == .development else {
      throw .badRequest("BadRequestException: endpoint not applicable in the environment 'production'")
    }
    guard let bytes = MultipartForm(contentType: request.header("content-type"))?.file(in: request.body) else {
      throw .badRequest("the request has no file")
    }
    return SchemaFile(SourceText(name: "schema", bytes: bytes))
  }

  private func imported(
    _ file: SchemaFile, _ container: String, _ fault: ManagementFault.Kind?
  ) throws(ManagementError) -> Change? {
    if let message = file.serverMessage { throw .badRequest(message) }
    let (development, production) = try (schema(container, .development), schema(container, .production))
    let new = Schema(file)
    if let reason = development.refusal(importing: new, production: production) { throw .badRequest(reason) }
    guard fault != .neverVisible else { return nil }
    return replace(
      container, .development, by: new.withSystemParts(over: development), after: configuration.importDelay)
  }

  private func reset(
    _ container: String, _ environment: DatabaseID.Environment, _ fault: ManagementFault.Kind?
  ) throws(ManagementError) -> Change? {
    guard environment == .development else {
      throw .badRequest("BadRequestException: endpoint not applicable in the environment 'production'")
    }
    let production = try schema(container, .production)
    guard fault != .neverVisible else { return nil }
    _ = replace(container, .development, by: production, after: configuration.importDelay)
    return .reset(DatabaseID(container: container, environment: .development), production)
  }

  private func addIntruder(to container: String) {
    guard var production = try? schema(container, .production), production.recordType(named: "Intruder") == nil else {
      return
    }
    production.recordTypes.append(RecordType(name: "Intruder", fields: [Field(name: "x", type: FieldType(.string))]))
    _ = replace(container, .production, by: production.withSystemParts(over: production), after: .zero)
  }

  private func schema(
    _ container: String, _ environment: DatabaseID.Environment
  ) throws(ManagementError) -> Schema {
    guard let schema = schemas.accepted(DatabaseID(container: container, environment: environment)) else {
      throw ManagementError(404, "not-found", "no schema")
    }
    return schema
  }

  private func replace(
    _ container: String, _ environment: DatabaseID.Environment, by schema: Schema, after delay: Duration
  ) -> Change {
    let id = DatabaseID(container: container, environment: environment)
    schemas.replace(id, by: schema, from: Timestamp(milliseconds: now().milliseconds + delay.milliseconds))
    return .schema(id, schema)
  }
}

extension ManagementError {
  fileprivate static func badRequest(_ reason: String) -> ManagementError {
    ManagementError(400, "bad-request", reason)
  }
}

extension Answer {
  /// Creates the answer to a refused management request.
  fileprivate init(_ error: ManagementError) {
    self.init(status: error.code, body: [])
    var error = error
    error.requestUUID = requestID
    body = error.body
    (refusalCode, refusalReason) = (error.message, error.reason)
  }
}
