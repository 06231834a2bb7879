import CloudKitSchema
package import Diagnostics

/// Findings divided into accepted and open ones.
package struct AcceptedOutcome: Sendable {
  /// The open findings, then the problems of the acceptances.
  package let open: [Diagnostic]
  /// The accepted findings.
  package let accepted: [Diagnostic]

  /// Compares findings with acceptances.
  /// - Parameters:
  ///   - diagnostics: The findings of a run.
  ///   - accepted: The acceptances, in file order.
  ///   - file: The name of the file of acceptances.
  ///   - today: The current day, such as `2026-11-21`.
  ///   - asked: The ids of the rules of the run. Acceptances of other rules are ignored.
  ///   - selection: The severities of the rules about acceptances.
  package init(
    _ diagnostics: [Diagnostic], accepted: [AcceptedFinding], file: String, today: String, asked: Set<String>,
    selection: RuleSelection = RuleSelection()
  ) {
    let valid = Set(accepted.lazy.filter { !$0.isExpired(today) }.map(\.fingerprint))
    var matched: Set<String> = []
    var open: [Diagnostic] = []
    var closed: [Diagnostic] = []
    for diagnostic in diagnostics {
      guard !accepted.isEmpty, AcceptedFinding.canAccept(diagnostic) else {
        open.append(diagnostic)
        continue
      }
      let fingerprint = AcceptedFinding.fingerprint(of: diagnostic)
      matched.insert(fingerprint)
      if valid.contains(fingerprint) { closed.append(diagnostic) } else { open.append(diagnostic) }
    }
    self.accepted = closed
    for (index, entry) in accepted.enumerated() {
      guard
        let (rule, message, help) = entry.mistake(today, isMatched: matched.contains(entry.fingerprint), asked: asked),
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
  /// Returns whether the last day has passed.
  package func isExpired(_ today: String) -> Bool { expires.map { $0 < today } ?? false }

  /// Returns the problem of the acceptance, if any.
  fileprivate func mistake(
    _ today: String, isMatched: Bool, asked: Set<String>
  ) -> (rule: SchemaRule, message: String, help: String?)? {
    guard SchemaRule.named(rule) != nil || DeploymentRule.named(rule) != nil else {
      let ids = SchemaRule.all.map(\.id) + DeploymentRule.all.map(\.documentation.id)
      return (
        .acceptedUnknownRule, "unknown rule '\(SyntaxMistake.shown(rule))'",
        Suggestion.nearest(to: rule, among: ids).map { "did you mean \($0)?" }
      )
    }
    guard asked.contains(rule) else { return nil }
    if DeploymentRule.named(rule)?.isEnforced == true {
      return (
        .acceptedMatchesNothing, "the acceptance of \(rule) of '\(subject)' has no effect: CloudKit refuses the change",
        nil
      )
    }
    if isExpired(today) {
      return (.expiredAcceptance, "the acceptance of \(rule) of '\(subject)' expired on \(expires ?? "")", nil)
    }
    return isMatched
      ? nil : (.acceptedMatchesNothing, "the acceptance of \(rule) of '\(subject)' matches no finding", nil)
  }
}
