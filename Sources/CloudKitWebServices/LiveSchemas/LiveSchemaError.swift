/// The reason why a live schema, or a list of teams or containers, could not be read or changed.
package struct LiveSchemaError: Error, Hashable, Sendable, CustomStringConvertible {
  package enum Kind: Hashable, Sendable {
    /// The token or the team is wrong, or the token needs renewal. Apple answers a wrong token and a wrong team alike.
    case unauthorized
    /// The answer shows that the inferred route is wrong.
    case unexpectedAnswer
    /// CloudKit or cktool refused the request.
    case refused
    /// There is no answer, or the server asks for fewer requests.
    case unavailable
    /// This way to CloudKit has no such operation.
    case unsupported
    /// The user stopped the run, or it took too long.
    case stopped
  }

  package let kind: Kind
  /// What failed, why, and what to do.
  package let description: String

  package init(_ kind: Kind, _ description: String) {
    self.kind = kind
    self.description = description
  }

  /// What to do about `authorization-failed` in a list of teams, which needs no team: only the token can be wrong.
  package static let tokenAdvice =
    "CloudKit does not accept the token: create a new one in CloudKit Console, Settings, Tokens"
  /// What to do about `authorization-failed` elsewhere.
  package static let accessAdvice =
    "CloudKit answers a wrong token and a wrong team alike: 'celestra-admin doctor' tells them apart"
}
