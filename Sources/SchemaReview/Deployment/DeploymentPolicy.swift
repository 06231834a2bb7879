/// What a deployment must not break; each policy includes the policies before it.
package enum DeploymentPolicy: String, CaseIterable, Comparable, Sendable {
  /// CloudKit accepts the schema.
  case deploy
  /// Shipped apps continue to work.
  case client
  /// Code that lists every record type and field remains complete.
  case source

  package static func < (lhs: DeploymentPolicy, rhs: DeploymentPolicy) -> Bool {
    allCases.firstIndex(of: lhs) ?? 0 < allCases.firstIndex(of: rhs) ?? 0
  }
}
