import CloudKitSchema
package import CloudKitWire
import Diagnostics
import Foundation
import JSON

/// A client of CloudKit's management API, whose HTTP contract Apple does not publish. It only reads, follows no
/// redirect, and accepts only the expected answer.
package struct ManagementClient: Sendable {
  private let baseURL: String
  private let token: ManagementToken
  private let target: ManagementRoute.Target
  private let timeLimit: Duration
  private let clock: RunClock

  private static let policy: RetryPolicy = {
    var policy = RetryPolicy()
    policy.attempts = 3
    policy.base = .seconds(1)
    policy.longestRetryAfter = .seconds(120)
    return policy
  }()

  /// - Parameters:
  ///   - baseURL: Scheme, host, and optional port of the server, without a final slash.
  ///   - teamID: Empty if only teams are read.
  ///   - containerID: Empty if no schema is read.
  ///   - timeLimit: The maximum time for a request and its whole answer, in seconds.
  package init(
    baseURL: String = ManagementRoute.apple, token: ManagementToken, teamID: String, containerID: String,
    timeLimit: Double, clock: RunClock = .system
  ) {
    self.baseURL = baseURL
    self.token = token
    target = ManagementRoute.Target(team: teamID, container: containerID)
    self.timeLimit = .seconds(timeLimit)
    self.clock = clock
  }

  package func teams() async throws(LiveSchemaError) -> [ManagementTeam] {
    try content(.teams, try await send(.teams), Array<ManagementTeam>.init)
  }

  /// - Parameter query: A part of the ID or name; `nil` for all.
  package func containers(
    matching query: String?, includingHidden: Bool
  ) async throws(LiveSchemaError) -> [ManagementContainer] {
    var containers: [ManagementContainer] = []
    var after: String?
    repeat {
      var items = [URLQueryItem(name: "showHidden", value: includingHidden ? "true" : "false")]
      if let query { items.append(URLQueryItem(name: "q", value: query)) }
      if let after { items.append(URLQueryItem(name: "startingAfterKey", value: after)) }
      let page = try content(.containers, try await send(.containers, query: items), ManagementContainerPage.init)
      containers += page.containers
      if let next = page.nextKey, next == after || containers.count >= 10_000 {
        throw unexpected(.containers, "the pages of its answer do not end")
      }
      after = page.nextKey
    } while after != nil
    return containers
  }

  package func export(_ environment: ContainerEnvironment) async throws(LiveSchemaError) -> [UInt8] {
    let answer = try await send(.export, environment)
    if answer.contentType?.lowercased().contains("html") == true {
      throw unexpected(.export, "the answer is a web page instead of a schema\(beginning(of: answer.body))")
    }
    let source = SourceText(name: "the answer", bytes: answer.body)
    let mistake = SchemaFile(source).syntaxDiagnostics.first { $0.severity == .error }
    if answer.body.starts(with: "DEFINE SCHEMA".utf8), mistake == nil { return answer.body }
    let place = mistake.map { mistake in
      let position = LineTable(source).position(at: mistake.range?.start ?? 0)
      return ": line \(position.line), column \(position.column): \(shown(mistake.message))"
    }
    throw unexpected(.export, "the answer is not a complete schema\(place ?? "")\(beginning(of: answer.body))")
  }

  /// Returns the first characters of an answer for messages.
  private func beginning(of answer: [UInt8]) -> String {
    let text = String(decoding: answer.prefix(400), as: UTF8.self)
    return text.isEmpty ? "; it is empty" : "; it begins with '\(DisplayText.line(shown(text), atMost: 60))'"
  }

  private func content<Content>(
    _ route: ManagementRoute, _ answer: HTTPTransport.Answer, _ read: (JSONObject) -> Content?
  ) throws(LiveSchemaError) -> Content {
    guard let object = (try? JSONValue(strict: answer.body))?.object, let content = read(object) else {
      throw unexpected(route, "the answer is not a JSON object of the documented form")
    }
    return content
  }

  /// Sends a request, again after a temporary failure, and returns the answer with status 200.
  private func send(
    _ route: ManagementRoute, _ environment: ContainerEnvironment? = nil, query: [URLQueryItem] = []
  ) async throws(LiveSchemaError) -> HTTPTransport.Answer {
    let path = route.path(for: .init(team: target.team, container: target.container, environment: environment))
    var tries = 0
    while true {
      tries += 1
      if Task.isCancelled { throw Self.stopped }
      let failure: LiveSchemaError
      var wait: Duration?
      switch await HTTPTransport.send(
        ManagementRoute.method, to: baseURL + path + Self.text(query),
        headers: [(ManagementRoute.tokenHeader, token.text), ("Accept", "*/*")], body: nil, patience: timeLimit,
        isWrite: false)
      {
      case .success(let answer) where answer.status == 200:
        // A server that repeats the token in a name would put the token into reports and schema files.
        guard token.text.utf8.count <= 3 || answer.body.firstRange(of: Array(token.text.utf8)) == nil else {
          throw unexpected(route, "the answer contains the token")
        }
        return answer
      case .success(let answer):
        failure = error(answer, of: route)
        guard [429, 502, 503, 504].contains(answer.status) else { throw failure }
        wait =
          Duration(retryAfter: Self.error(in: answer)?.retryAfterSeconds)
          ?? Duration(header: answer.retryAfter, now: clock.date())
      case .failure(let reason):
        if Task.isCancelled { throw Self.stopped }
        failure = LiveSchemaError(.unavailable, "no answer from \(host): \(reason.reason)")
      }
      guard let pause = Self.policy.wait(afterTry: tries, retryAfter: wait, random: clock.random()) else {
        let isTooLong = wait.map { $0 > Self.policy.longestRetryAfter } ?? false
        throw LiveSchemaError(
          failure.kind,
          "\(failure); "
            + (isTooLong
              ? "the server asks for a pause of \(wait?.components.seconds ?? 0) seconds" : "tried \(tries) times"))
      }
      do { try await clock.sleep(pause) } catch { throw Self.stopped }
    }
  }

  private static let stopped = LiveSchemaError(.stopped, "stopped before the request was sent or answered")

  private var host: String { URLComponents(string: baseURL)?.host ?? "the server" }

  private func unexpected(_ route: ManagementRoute, _ what: String) -> LiveSchemaError {
    LiveSchemaError(.unexpectedAnswer, "\(what) \(Self.row(route)); use --via cktool or CloudKit Console")
  }

  private func error(_ answer: HTTPTransport.Answer, of route: ManagementRoute) -> LiveSchemaError {
    let said = Self.error(in: answer)
    let reason = said.map { ": \(shown("\($0)"))" } ?? ""
    let what = "CloudKit answered with status \(answer.status)\(reason) \(Self.row(route))"
    switch answer.status {
    case 300..<400:
      let host = answer.location.flatMap(shownHost) ?? "another address"
      return LiveSchemaError(
        .unexpectedAnswer, "\(what); it redirects to \(host), which was not followed; use --via cktool")
    case 401, 403:
      let advice = route == .teams ? LiveSchemaError.tokenAdvice : LiveSchemaError.accessAdvice
      return LiveSchemaError(.unauthorized, "\(what); \(advice)")
    case 421:
      let host = said?.redirectURL.flatMap(shownHost).map { " (\($0))" } ?? ""
      return LiveSchemaError(
        .unauthorized, "\(what); the token needs renewal: create a new one in CloudKit Console\(host)")
    case 404, 405:
      let other =
        route == .export
        ? ", or the team has no such container ('celestra-admin doctor' tells them apart)" : ""
      return LiveSchemaError(
        .unexpectedAnswer, "\(what); the route is not confirmed\(other); use --via cktool or CloudKit Console")
    case 400..<429, 430..<500:
      return said == nil
        ? LiveSchemaError(.unexpectedAnswer, "\(what); use --via cktool or CloudKit Console")
        : LiveSchemaError(.refused, what)
    case 429, 500...: return LiveSchemaError(.unavailable, what)
    default: return LiveSchemaError(.unexpectedAnswer, "\(what); status 200 was expected; use --via cktool")
    }
  }

  private static func error(in answer: HTTPTransport.Answer) -> ManagementError? {
    (try? JSONValue(strict: answer.body))?.object.flatMap(ManagementError.init)
  }

  private static func row(_ route: ManagementRoute) -> String {
    "(\(route.rawValue): \(ManagementRoute.method) \(route.path), \(route.evidence))"
  }

  /// Returns a text of the server for display, without the token.
  private func shown(_ text: String) -> String {
    DisplayText.line(text.replacing(token.text, with: "…"), atMost: 2000)
  }

  private func shownHost(_ url: String) -> String? {
    URLComponents(string: url)?.host.map { shown(String($0.prefix(100))) }
  }

  private static func text(_ query: [URLQueryItem]) -> String {
    var components = URLComponents()
    components.queryItems = query
    // A plus sign means a space to many servers.
    return query.isEmpty ? "" : "?\(components.percentEncodedQuery?.replacing("+", with: "%2B") ?? "")"
  }
}
