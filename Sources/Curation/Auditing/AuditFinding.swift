package import CloudKitRecords
package import CloudKitSchema
package import Diagnostics

/// Something wrong in a catalogue.
package struct AuditFinding: Sendable {
  /// The rule that is broken.
  package let rule: AuditRule
  /// The record type of the record it is about.
  package let recordType: RecordType.Name
  /// The record it is about.
  package let record: RecordName
  /// The field it is about; `nil` for the record as a whole.
  package let field: String?
  /// What is wrong, lower case, without a full stop.
  package let message: String
  /// The change that mends it, where there is a safe one.
  package let fix: PlannedChange?

  /// The finding as every format has it.
  /// - Parameter container: what the user calls the catalogue.
  package func diagnostic(in container: String) -> Diagnostic {
    let place = "\(recordType)[\(record)]" + (field.map { ".\($0)" } ?? "")
    return Diagnostic(
      rule.severity, rule: rule.id, message, file: container, path: place, subject: place,
      help: rule.documentation.remedy.prefix(1).lowercased() + rule.documentation.remedy.dropFirst().dropLast())
  }
}
