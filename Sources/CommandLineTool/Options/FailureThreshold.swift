import ArgumentParser
package import Diagnostics

/// The lowest severity of a finding that makes a command exit with 1.
package enum FailureThreshold: String, CaseIterable, ExpressibleByArgument {
  case error, warning, info, never

  /// The severity; `nil` for `never`.
  package var severity: Diagnostic.Severity? { Diagnostic.Severity(rawValue: rawValue) }
}
