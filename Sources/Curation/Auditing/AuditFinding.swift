package import CloudKitRecords
package import CloudKitSchema
package import Diagnostics

/// A problem in a catalog.
package struct AuditFinding: Sendable {
  /// The violated rule.
  package let rule: AuditRule
  /// The type of the affected record.
  package let recordType: RecordType.Name
  /// The name of the affected record.
  package let record: RecordName
  /// The affected field, or `nil` for the whole record.
  package let field: String?
  /// The problem, in lower case without a full stop.
  package let message: String
  /// The change that fixes the problem, if a safe one exists.
  package let fix: PlannedChange?

  /// Returns the finding as a diagnostic for all output formats.
  /// - Parameter container: The user's name for the catalog.
  package func diagnostic(in container: String) -> Diagnostic {
    let place = "\(recordType)[\(record)]" + (field.map { ".\($0)" } ?? "")
    return Diagnostic(
      rule.severity, rule: rule.id, message, file: container, path: place, subject: place,
      help: rule.documentation.remedy.prefix(1).lowercased() + rule.documentation.remedy.dropFirst().dropLast())
  }
}
