import CloudKitWebServices
import CloudKitWire
import Diagnostics
import Foundation
import JSON

/// A sender of requests to the management API. It follows no redirect, and repeats only requests that read.
struct ManagementSender: Sendable {
  let routes: ManagementRoutes
  let baseURL: String
  let token: ManagementToken
  /// The maximum time for a request and its whole answer.
  let patience: Duration
  let clock: RunClock

  private static let policy: RetryPolicy = {
    var policy = RetryPolicy()
    policy.attempts = 3
    policy.base = .seconds(1)
    policy.longestRetryAfter = .seconds(120)
    return policy
  }()

  /// Sends the request of an operation and returns the answer with the expected status.
  func send(
    _ operation: ManagementRoute.Operation, _ target: ManagementRoute.Target, query: [(String, String)] = [],
    file: [UInt8]? = nil
  ) async throws(SchemaServiceError) -> HTTPTransport.Answer {
    let route = routes[operation]
    let isRead = operation.isRead && route.method == .get
    var headers = [(ManagementRoutes.tokenHeader, token.text), ("Accept", "*/*")]
    var body: [UInt8]?
    if let file, route.body == .file {
      let form = MultipartFile(file)
      headers.append(("Content-Type", form.contentType))
      body = form.body
    }
    let url = baseURL + route.path(for: target) + Self.text(query)
    var tries = 0
    while true {
      tries += 1
      if Task.isCancelled { throw Self.stopped }
      let result = await HTTPTransport.send(
        route.method.rawValue, to: url, headers: headers, body: body, patience: patience, isWrite: !isRead)
      let failure: SchemaServiceError
      var wait: Duration?
      switch result {
      case .success(let answer) where answer.status == route.status:
        // A server that repeats the token in a name would put the token into reports and schema files.
        guard token.text.utf8.count <= 3 || answer.body.firstRange(of: Array(token.text.utf8)) == nil else {
          throw unexpected(operation, "the answer contains the token")
        }
        return answer
      case .success(let answer):
        failure = error(answer, of: route)
        guard [429, 502, 503, 504].contains(answer.status) else { throw failure }
        wait = Self.retryAfter(answer, clock)
      case .failure(let reason):
        if Task.isCancelled, isRead { throw Self.stopped }
        failure = SchemaServiceError(
          .unavailable, "no answer from \(host): \(reason.reason)", mayHaveBeenDone: !isRead && reason.mayHaveBeenDone)
      }
      guard isRead else { throw failure }
      guard let pause = Self.policy.wait(afterTry: tries, retryAfter: wait, random: clock.random()) else {
        throw SchemaServiceError(failure.kind, "\(failure)\(Self.end(tries, wait))")
      }
      do { try await clock.sleep(pause) } catch { throw Self.stopped }
    }
  }

  /// Returns the error for an answer that does not have the expected form.
  func unexpected(_ operation: ManagementRoute.Operation, _ what: String) -> SchemaServiceError {
    let route = routes[operation]
    return SchemaServiceError(
      .unconfirmedRoute, "\(what) \(Self.row(route)); use --via cktool or CloudKit Console",
      mayHaveBeenDone: !operation.isRead)
  }

  /// Returns a text of the server for display, without the token.
  func shown(_ text: String) -> String {
    DisplayText.line(text.replacing(token.text, with: "…"), atMost: 2000)
  }

  private var host: String { URLComponents(string: baseURL)?.host ?? "the server" }

  private func error(_ answer: HTTPTransport.Answer, of route: ManagementRoute) -> SchemaServiceError {
    let said = (try? JSONValue(strict: answer.body))?.object.flatMap(ManagementError.init)
    let what = "CloudKit answered with status \(answer.status)"
    let reason = said.map { ": \(shown("\($0)"))" } ?? ""
    let mayHaveBeenDone = !route.operation.isRead && (answer.status >= 500 || (200..<400).contains(answer.status))
    func failure(_ kind: SchemaServiceError.Kind, _ advice: String) -> SchemaServiceError {
      SchemaServiceError(
        kind, "\(what)\(reason) \(Self.row(route))\(advice.isEmpty ? "" : "; \(advice)")",
        mayHaveBeenDone: mayHaveBeenDone)
    }
    switch answer.status {
    case 300..<400:
      let host = answer.location.flatMap(shownHost) ?? "another address"
      return failure(.unconfirmedRoute, "it redirects to \(host), which was not followed; use --via cktool")
    case 401, 403:
      return failure(.unauthorized, route.operation.unauthorizedAdvice)
    case 421:
      let host = said?.redirectURL.flatMap(shownHost).map { " (\($0))" } ?? ""
      return failure(.expired, "the token needs renewal: create a new one in CloudKit Console\(host)")
    case 404, 405:
      let other =
        route.path.contains("{containerId}")
        ? ", or the team has no such container ('celestra-admin schema doctor' tells them apart)" : ""
      return failure(.unconfirmedRoute, "the route is not confirmed\(other); use --via cktool or CloudKit Console")
    case 400..<429, 430..<500:
      return said == nil ? failure(.unconfirmedRoute, "use --via cktool or CloudKit Console") : failure(.refused, "")
    case 429, 500...: return failure(.unavailable, "")
    default: return failure(.unconfirmedRoute, "status \(route.status) was expected; use --via cktool")
    }
  }

  private static func row(_ route: ManagementRoute) -> String {
    "(\(route.operation.rawValue): \(route.line), \(route.evidence.rawValue))"
  }

  private static func end(_ tries: Int, _ wait: Duration?) -> String {
    if let wait, wait > policy.longestRetryAfter {
      return "; the server asks for a pause of \(wait.components.seconds) seconds"
    }
    return "; tried \(tries) times"
  }

  private static let stopped = SchemaServiceError(.stopped, "stopped before the request was sent or answered")

  private static func retryAfter(_ answer: HTTPTransport.Answer, _ clock: RunClock) -> Duration? {
    let said = (try? JSONValue(strict: answer.body))?.object.flatMap(ManagementError.init)
    return Duration(retryAfter: said?.retryAfterSeconds) ?? Duration(header: answer.retryAfter, now: clock.date())
  }

  /// Returns the host of a URL that a server sent.
  private func shownHost(_ url: String) -> String? {
    URLComponents(string: url)?.host.map { shown(String($0.prefix(100))) }
  }

  private static func text(_ query: [(String, String)]) -> String {
    guard !query.isEmpty else { return "" }
    let unreserved = CharacterSet(
      charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
    return "?"
      + query.map { "\($0)=\($1.addingPercentEncoding(withAllowedCharacters: unreserved) ?? "")" }
      .joined(separator: "&")
  }
}

/// A form with one file, as CKTool JS uploads a schema (inferred from its `File` parameter).
private struct MultipartFile {
  let contentType: String
  let body: [UInt8]

  init(_ file: [UInt8]) {
    let boundary = "celestra-admin-\(UUID().uuidString)"
    contentType = "multipart/form-data; boundary=\(boundary)"
    let head = """
      --\(boundary)\r
      Content-Disposition: form-data; name="file"; filename="schema.ckdb"\r
      Content-Type: text/plain; charset=utf-8\r
      \r\n
      """
    body = Array(head.utf8) + file + Array("\r\n--\(boundary)--\r\n".utf8)
  }
}
