import CloudKitSchema
package import Diagnostics

/// Findings held against what was accepted.
package struct AcceptedOutcome: Sendable {
  /// The findings nobody accepted, then what is wrong with the acceptances.
  package let open: [Diagnostic]
  /// The findings that were accepted.
  package let accepted: [Diagnostic]

  /// Holds findings against acceptances.
  /// - Parameters:
  ///   - diagnostics: The findings of a run.
  ///   - accepted: The entries, in the order of their file.
  ///   - file: What the user calls their file.
  ///   - today: The day, as `2026-11-21`.
  ///   - asked: The ids of the rules the run asked: what is accepted of others is of other runs.
  ///   - selection: How loud the rules about acceptances are.
  package init(
    _ diagnostics: [Diagnostic], accepted: [AcceptedFinding], file: String, today: String, asked: Set<String>,
    selection: RuleSelection = RuleSelection()
  ) {
    let valid = Set(accepted.lazy.filter { !$0.isExpired(today) }.map(\.fingerprint))
    var met: Set<String> = []
    var open: [Diagnostic] = []
    var closed: [Diagnostic] = []
    for diagnostic in diagnostics {
      guard !accepted.isEmpty, AcceptedFinding.canAccept(diagnostic) else {
        open.append(diagnostic)
        continue
      }
      let fingerprint = AcceptedFinding.fingerprint(of: diagnostic)
      met.insert(fingerprint)
      if valid.contains(fingerprint) { closed.append(diagnostic) } else { open.append(diagnostic) }
    }
    self.accepted = closed
    for (index, entry) in accepted.enumerated() {
      guard let (rule, message, help) = entry.mistake(today, isMet: met.contains(entry.fingerprint), asked: asked),
        let severity = selection.severity(of: rule)
      else { continue }
      open.append(
        Diagnostic(
          severity, rule: rule.id, message, file: file, path: "accepted[\(index)]", subject: entry.subject,
          help: help ?? rule.documentation.remedy))
    }
    self.open = open
  }
}

extension AcceptedFinding {
  /// Whether its last day has passed.
  package func isExpired(_ today: String) -> Bool { expires.map { $0 < today } ?? false }

  /// What is wrong with it.
  fileprivate func mistake(
    _ today: String, isMet: Bool, asked: Set<String>
  ) -> (rule: SchemaRule, message: String, help: String?)? {
    guard SchemaRule.named(rule) != nil || DeploymentRule.named(rule) != nil else {
      let ids = SchemaRule.all.map(\.id) + DeploymentRule.all.map(\.documentation.id)
      return (
        .acceptedUnknownRule, "there is no rule '\(SyntaxMistake.shown(rule))'",
        Suggestion.nearest(to: rule, among: ids).map { "did you mean \($0)?" }
      )
    }
    guard asked.contains(rule) else { return nil }
    if isExpired(today) {
      return (.expiredAcceptance, "the acceptance of \(rule) of '\(subject)' expired on \(expires ?? "")", nil)
    }
    return isMet ? nil : (.acceptedMatchesNothing, "the acceptance of \(rule) of '\(subject)' matches no finding", nil)
  }
}
