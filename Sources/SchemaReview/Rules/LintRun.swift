package import CloudKitSchema
package import Diagnostics

/// The findings of the selected rules in a file, without those that its comments suppress.
package struct LintRun: Sendable {
  /// In text order.
  package let diagnostics: [Diagnostic]
  package let suppressed: Int
  /// The rules whose findings are all known: none for a file with errors in its syntax, where declarations are missing.
  package let checkedRules: Set<String>
  package let databases: DatabaseMap

  package init(_ file: SchemaFile, selection: RuleSelection = RuleSelection()) {
    let severities = selection.severities(of: Rule.ofSchemas)
    let checks = SchemaCheck.all.filter { severities[$0.rule.id] != nil }
    let databases = DatabaseMap(file, selection.databases)
    let syntax = file.syntaxDiagnostics
    let isComplete = !syntax.contains { $0.severity == .error }
    let found = selection.applied(
      to: syntax
        + checks.flatMap { check in
          check.diagnostics(for: file, settings: selection.settings[check.rule.id] ?? [:], databases: databases)
        })
    var filter = SuppressionFilter(file, severities: severities, isComplete: isComplete)
    let kept = found.filter { !filter.suppresses($0) }
    checkedRules = isComplete ? Set(severities.keys) : []
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
