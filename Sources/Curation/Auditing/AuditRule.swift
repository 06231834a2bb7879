package import Diagnostics

/// A thing a catalogue can have wrong, with what it says of itself. The examples are records, a field a line.
package struct AuditRule: Sendable {
  /// What it says of itself.
  package let documentation: RuleDocumentation
  /// Whether `--fix` mends it.
  package let isFixable: Bool

  /// Its id, kebab-case; it never changes its meaning.
  package var id: String { documentation.id }
  /// How much it matters.
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

  /// Every rule, by id.
  package static let all: [AuditRule] = (references + identities + values).sorted { $0.id < $1.id }
}
