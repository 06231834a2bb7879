package import CloudKitSchema
package import Diagnostics

/// What the selected rules find in a file, without what its comments silence.
package struct LintRun: Sendable {
  /// The findings, in the order of the text.
  package let diagnostics: [Diagnostic]
  /// How many findings comments silence.
  package let suppressed: Int
  /// The ids of the rules that were asked.
  package let asked: Set<String>

  /// Looks at a file.
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
    asked = Set(severities.keys)
    found = found.compactMap { diagnostic in
      guard let severity = severities[diagnostic.rule] else { return nil }
      var diagnostic = diagnostic
      diagnostic.severity = severity
      return diagnostic
    }
    var judge = SuppressionJudge(file, active: severities)
    let kept = found.filter { !judge.silences($0) }
    suppressed = found.count - kept.count
    let all = kept + judge.findings
    diagnostics = all.enumerated().sorted {
      ($0.element.range?.start ?? 0, $0.offset) < ($1.element.range?.start ?? 0, $1.offset)
    }.map(\.element)
  }
}
