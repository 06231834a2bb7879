import CloudKitRecords
import CloudKitWire

/// A dispatcher that answers requests, independently of the transport.
final class RequestDispatcher: Sendable {
  /// The value of `retryAfter` seen from Apple, in seconds.
  private static let usualRetryAfter = 30.0

  let configuration: EmulatorConfiguration
  let databases: DatabaseRegistry
  let faults: FaultPlan
  let uploads: UploadURLs
  let requests = RequestLog()
  let now: @Sendable () -> Timestamp
  private let keys: KeyRing
  let throttle: Throttle?
  private let log: @Sendable (LoggedRequest) -> Void

  init(
    _ configuration: EmulatorConfiguration, now: @escaping @Sendable () -> Timestamp, open: @escaping DatabaseOpening,
    log: @escaping @Sendable (LoggedRequest) -> Void
  ) {
    self.configuration = configuration
    self.now = now
    self.log = log
    databases = DatabaseRegistry(
      lag: configuration.indexLag, keepsBeginning: configuration.hasControl, now: now, open: open)
    faults = FaultPlan(configuration.faults, seed: configuration.seed)
    uploads = UploadURLs(seed: configuration.seed)
    keys = KeyRing(configuration.keys)
    throttle = configuration.requestsPerSecond.map { Throttle(rate: $0) }
  }

  func answer(_ request: ServerRequest) async -> Answer {
    var fault: FaultKind?
    var answer: Answer
    var refusal: Refusal?
    do {
      if let management = configuration.management, ManagementRoute.contains(request.path) {
        var answer = await manage(request, management)
        answer.delay = configuration.latency
        note(request.method, request.path, answer: answer, refusal: nil, fault: nil)
        return answer
      }
      answer = try await respond(to: request, fault: &fault)
    } catch let error as Refusal {
      refusal = error
      answer = Answer(error)
    } catch {
      let error = Refusal(.internalError, "internal error", cause: "\(error)")
      refusal = error
      answer = Answer(error)
    }
    if fault == .resetBefore || fault == .resetAfter { answer.delivery = .reset }
    if fault == .truncated { answer.delivery = .truncated }
    answer.delay = configuration.latency + (fault == .slow ? configuration.slowness : .zero)
    note(request.method, request.path, answer: answer, refusal: refusal, fault: fault?.rawValue)
    return answer
  }

  func refuse(_ refusal: Refusal, method: String, path: String) -> Answer {
    let answer = Answer(refusal)
    note(method, path[...], answer: answer, refusal: refusal, fault: nil)
    return answer
  }

  private func respond(to request: ServerRequest, fault: inout FaultKind?) async throws -> Answer {
    switch RequestTarget(path: request.path) {
    case .operation(let container, let environment, let scope, let operation):
      guard let environment = ContainerEnvironment(rawValue: environment), !container.isEmpty else {
        throw Refusal.unauthenticated("there is no environment '\(environment)'")
      }
      let id = DatabaseID(container: container, environment: environment)
      let user = try keys.user(of: request, for: id, at: now())
      if let wait = throttle?.wait(at: now()) {
        throw Refusal(.throttled, "too many requests", retryAfter: configuration.retryAfter?.seconds ?? wait)
      }
      var faults = faults.next()
      fault = faults.kind
      try fail(faults.kind)
      guard let database = try await database(id) else {
        throw Refusal.unauthenticated("the emulator serves no container '\(container)' (\(environment.rawValue))")
      }
      // This fault resets the connection before the request is applied.
      if fault == .resetBefore { return Answer(body: []) }
      let context = OperationContext(
        dispatcher: self, id: id, database: database, user: user, request: request)
      if faults.isSlow, fault == nil { fault = .slow }
      let answer = try await context.answer(operation, scope: scope, faults: &faults)
      if faults.hasConflict, fault == nil { fault = .conflict }
      return answer
    case .upload, .download: return try await transfer(request, fault: &fault)
    case .control(let action):
      guard configuration.hasControl else { throw Self.nothing }
      return try await control(action, request)
    case .nothing: throw Self.nothing
    }
  }

  static let nothing = Refusal(.notFound, "unknown path")

  private func database(_ id: DatabaseID) async throws -> EmulatedDatabase? {
    do { return try await databases.database(id) } catch { throw Refusal(error) }
  }

  /// Throws the error of a fault that refuses a request.
  func fail(_ kind: FaultKind?) throws {
    let retryAfter = configuration.retryAfter?.seconds ?? Self.usualRetryAfter
    switch kind {
    case .unavailable: throw Refusal(.tryAgainLater, "please try again later", retryAfter: retryAfter)
    case .zoneBusy: throw Refusal(.zoneBusy, "zone is busy", retryAfter: retryAfter)
    default: break
    }
  }

  private func note(
    _ method: String, _ path: Substring, answer: Answer, refusal: Refusal?, fault: String?
  ) {
    var shown = String(decoding: path.utf8.prefix(200), as: UTF8.self)
    if case .upload = RequestTarget(path: path) { shown = "/_assets/upload/…" }
    var entry = LoggedRequest(
      time: now().milliseconds, method: method, path: shown,
      status: answer.delivery == .reset ? 0 : answer.status)
    entry.serverErrorCode = refusal?.error.code.rawValue ?? answer.refusalCode
    entry.reason = refusal?.error.reason ?? answer.refusalReason
    entry.cause = refusal?.cause
    entry.fault = fault
    if !answer.refusedRecords.isEmpty { entry.records = answer.refusedRecords }
    if configuration.hasControl { requests.add(entry) }
    log(entry)
  }
}
