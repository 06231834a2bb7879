/// A request of CloudKit's management API: how it is sent, what answers it, and how certain that is.
///
/// Apple documents the calls and their results through CKTool JS, and supports `cktool` and CKTool JS. Apple documents
/// neither paths nor methods, so each row states its evidence.
package struct ManagementRoute: Hashable, Sendable {
  /// An operation on teams, containers, and schemas.
  package enum Operation: String, CaseIterable, Sendable {
    case teams, containers, recordTypes, export, validate, `import`, reset, diff, deploy

    /// Whether the operation only reads. Every other operation requires a confirmed route.
    package var isRead: Bool {
      switch self {
      case .teams, .containers, .recordTypes, .export, .diff: true
      case .validate, .import, .reset, .deploy: false
      }
    }
  }

  /// An HTTP method.
  package enum Method: String, CaseIterable, Sendable {
    case get = "GET"
    case post = "POST"
    case put = "PUT"
  }

  /// The body of a request.
  package enum Body: String, CaseIterable, Sendable {
    case none
    /// `multipart/form-data` with the schema as the part `file`.
    case file
  }

  /// The content of the expected answer.
  package enum Content: String, Sendable {
    case teams, containers, schema, validation, nothing
    /// No one has published the form of the answer.
    case unknown
  }

  /// The evidence for a path and its method.
  package enum Evidence: String, CaseIterable, Sendable {
    /// Apple documents the route.
    case documented
    /// A user saw the route in a recorded request.
    case observed
    /// The route follows from the names and parameters of the documented calls. No one has confirmed it.
    case inferred
    /// The user of this program confirmed the route in a route file.
    case user
  }

  /// The operation.
  package let operation: Operation
  /// The method.
  package let method: Method
  /// The path with the placeholders `{teamId}`, `{containerId}`, and `{environment}`.
  package let path: String
  /// The body of the request.
  package let body: Body
  /// The status of the expected answer.
  package let status: Int
  /// The evidence for the path and the method.
  package let evidence: Evidence
  /// The source of the evidence.
  package let source: String

  /// Creates a route.
  package init(
    _ operation: Operation, _ method: Method, _ path: String, body: Body = .none, status: Int, _ evidence: Evidence,
    source: String
  ) {
    self.operation = operation
    self.method = method
    self.path = path
    self.body = body
    self.status = status
    self.evidence = evidence
    self.source = source
  }

  /// The content of the expected answer.
  package var content: Content {
    switch operation {
    case .teams: .teams
    case .containers: .containers
    case .export: .schema
    case .validate: .validation
    case .import, .reset, .deploy: .nothing
    case .recordTypes, .diff: .unknown
    }
  }

  /// Whether this program may send the request: reads with a known answer, and writes if the route is confirmed.
  package var isAllowed: Bool {
    content != .unknown && (operation.isRead || evidence == .documented || evidence == .user)
  }

  /// The method and the path on one line.
  package var line: String { "\(method.rawValue) \(path)" }
}

extension ManagementRoute {
  /// The values of a path's placeholders.
  package struct Target: Hashable, Sendable {
    /// The ID of the developer team.
    package var team: String
    /// The ID of the container.
    package var container: String
    /// The environment, in upper case as in CKTool JS.
    package var environment: String

    /// Creates a target; the values that a path does not have are ignored.
    package init(team: String = "", container: String = "", environment: String = "") {
      self.team = team
      self.container = container
      self.environment = environment.uppercased()
    }
  }

  /// Returns the path of a request.
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
}
