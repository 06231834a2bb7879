package import Diagnostics

/// A rule for catalogs, with its documentation. The examples are records, with one field per line.
package struct AuditRule: Sendable {
  /// The rule's documentation.
  package let documentation: RuleDocumentation
  /// Whether `--fix` can fix violations.
  package let isFixable: Bool

  /// The kebab-case id. Its meaning never changes.
  package var id: String { documentation.id }
  /// The severity of violations.
  package var severity: Diagnostic.Severity { documentation.severity }

  init(
    _ id: String, _ severity: Diagnostic.Severity, _ summary: String, why: String, remedy: String, bad: String,
    good: String, source: String = "the comments of schema/celestra.ckdb", isFixable: Bool = false
  ) {
    documentation = RuleDocumentation(
      id: id, summary: summary, severity: severity, evidence: .documented, why: why, source: source, remedy: remedy,
      bad: bad, good: good)
    self.isFixable = isFixable
  }
}
