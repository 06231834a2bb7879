package import CloudKitSchema
package import Diagnostics

/// The findings of the selected rules in a file, without those that its comments suppress.
package struct LintRun: Sendable {
  /// In text order.
  package let diagnostics: [Diagnostic]
  package let suppressed: Int
  package let checkedRules: Set<String>
  package let databases: DatabaseMap

  package init(_ file: SchemaFile, selection: RuleSelection = RuleSelection()) {
    let severities = selection.severities(of: Rule.ofSchemas)
    let checks = SchemaCheck.all.filter { severities[$0.rule.id] != nil }
    let databases = DatabaseMap(file, selection.databases)
    let found = selection.applied(
      to: file.syntaxDiagnostics
        + checks.flatMap { check in
          check.diagnostics(for: file, settings: selection.settings[check.rule.id] ?? [:], databases: databases)
        })
    var filter = SuppressionFilter(file, severities: severities)
    let kept = found.filter { !filter.suppresses($0) }
    checkedRules = Set(severities.keys)
    self.databases = databases
    suppressed = found.count - kept.count
    diagnostics = (kept + filter.findings).sortedByPosition()
  }
}

extension [Diagnostic] {
  /// Returns the diagnostics in text order; those of the whole file come first.
  func sortedByPosition() -> [Diagnostic] {
    enumerated().sorted {
      ($0.element.range?.start ?? 0, $0.offset) < ($1.element.range?.start ?? 0, $1.offset)
    }.map(\.element)
  }
}
