package import CloudKitWebServices
package import CloudKitWire

/// Access to the live schemas of a developer team's containers.
package protocol SchemaService: Sendable {
  /// The way to Apple's server.
  var transport: SchemaTransport { get }

  /// Returns why an operation is not possible; `nil` if it is.
  func refusal(of operation: ManagementRoute.Operation) -> SchemaServiceError?

  /// Returns the teams of the token's user.
  func teams() async throws(SchemaServiceError) -> [ManagementTeam]

  /// Returns the containers of the team.
  /// - Parameter query: A part of the ID or name; `nil` for all.
  func containers(
    matching query: String?, includingHidden: Bool
  ) async throws(SchemaServiceError) -> [ManagementContainer]

  /// Returns the schema of an environment as text.
  func export(_ environment: ContainerAddress.Environment) async throws(SchemaServiceError) -> [UInt8]

  /// Validates a schema for the development environment. A service that cannot validate returns without a check.
  func validate(_ schema: [UInt8]) async throws(SchemaServiceError)

  /// Replaces the schema of the development environment.
  func importToDevelopment(_ schema: [UInt8]) async throws(SchemaServiceError)

  /// Resets the development environment to the schema of production, which deletes its records.
  func resetDevelopment() async throws(SchemaServiceError)

  /// Deploys the schema of development to production.
  func deploy() async throws(SchemaServiceError)
}

/// A way to Apple's server.
package enum SchemaTransport: String, CaseIterable, Sendable {
  /// Apple's `cktool`, part of Xcode.
  case cktool
  /// The HTTP requests that `cktool` is assumed to send.
  case http
}

extension ManagementRoute.Operation {
  /// What to do about `authorization-failed`. Listing the teams needs no team, so only the token can be wrong.
  var unauthorizedAdvice: String {
    self == .teams
      ? "CloudKit does not accept the token: create a new one in CloudKit Console, Settings, Tokens"
      : "CloudKit answers a wrong token and a wrong team alike: 'celestra-admin schema doctor' tells them apart"
  }
}

/// The reason why an operation on a live schema failed.
package struct SchemaServiceError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The kind of failure.
  package enum Kind: Hashable, Sendable {
    /// The token or the team is wrong. Apple answers both alike.
    case unauthorized
    /// The token needs renewal.
    case expired
    /// No route for the request is confirmed, or the answer shows that the route is wrong.
    case unconfirmedRoute
    /// The server refused the request.
    case refused
    /// The server did not answer, or asked for fewer requests.
    case unavailable
    /// The transport has no such operation.
    case unsupported
    /// The user stopped the run, or it took too long.
    case stopped
  }

  /// The kind of failure.
  package let kind: Kind
  /// What failed, why, and what to do.
  package let description: String
  /// Whether the server may have applied a write.
  package let mayHaveBeenDone: Bool

  /// Creates an error.
  package init(_ kind: Kind, _ description: String, mayHaveBeenDone: Bool = false) {
    self.kind = kind
    self.description = description
    self.mayHaveBeenDone = mayHaveBeenDone
  }
}
