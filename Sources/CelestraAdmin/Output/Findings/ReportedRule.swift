import Diagnostics

/// A rule as an output format's catalogue has it.
struct ReportedRule {
  let id: String
  let severity: Diagnostic.Severity
  let summary: String
}

extension ReportedRule {
  /// A rule as it says of itself.
  init(_ documentation: RuleDocumentation) {
    self.init(id: documentation.id, severity: documentation.severity, summary: documentation.summary)
  }
}
