package import CloudKitSchema
package import Diagnostics

/// The findings of the selected rules in a file, without those that its comments suppress.
package struct LintRun: Sendable {
  /// The findings in text order.
  package let diagnostics: [Diagnostic]
  /// The number of findings that comments suppress.
  package let suppressed: Int
  /// The ids of the rules that ran.
  package let checkedRules: Set<String>

  /// Checks a file.
  package init(_ file: SchemaFile, selection: RuleSelection = RuleSelection()) {
    var severities: [String: Diagnostic.Severity] = [:]
    var found = file.syntaxDiagnostics
    for rule in SchemaRule.all {
      guard let severity = selection.severity(of: rule) else { continue }
      severities[rule.id] = severity
      if rule.scope != .syntax {
        found += rule.diagnostics(for: file, settings: selection.settings[rule.id] ?? [:])
      }
    }
    checkedRules = Set(severities.keys)
    found = selection.applied(to: found)
    var filter = SuppressionFilter(file, severities: severities)
    let kept = found.filter { !filter.suppresses($0) }
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
