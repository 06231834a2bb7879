import CloudKitSchema
import Diagnostics

/// A rule as an output format's catalogue has it.
struct ReportedRule {
  let id: String
  let severity: Diagnostic.Severity
  let summary: String
}

extension ReportedRule {
  /// A rule of schema files.
  init(_ rule: SchemaRule) {
    self.init(id: rule.id, severity: rule.severity, summary: rule.summary)
  }
}
