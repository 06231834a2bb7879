import CloudKitSchema

/// What a deployment must not break; each policy asks for what those before it ask for too.
package enum DeploymentPolicy: String, CaseIterable, Comparable, Sendable {
  /// CloudKit takes the schema.
  case deploy
  /// Apps that are out there go on working.
  case client
  /// Code that lists every record type and field still compiles, or is looked at.
  case source

  package static func < (lhs: DeploymentPolicy, rhs: DeploymentPolicy) -> Bool {
    allCases.firstIndex(of: lhs) ?? 0 < allCases.firstIndex(of: rhs) ?? 0
  }
}
