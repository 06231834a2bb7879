package import Diagnostics

/// Findings held against what was accepted.
package struct AcceptedOutcome: Sendable {
  /// The findings nobody accepted, then what is wrong with the acceptances.
  package let open: [Diagnostic]
  /// How many were accepted.
  package let acceptedCount: Int

  /// Holds findings against acceptances.
  /// - Parameters:
  ///   - diagnostics: The findings of a run.
  ///   - accepted: The entries, in the order of their file.
  ///   - file: What the user calls their file.
  ///   - today: The day, as `2026-11-21`.
  package init(_ diagnostics: [Diagnostic], accepted: [AcceptedFinding], file: String, today: String) {
    let valid = Set(accepted.lazy.filter { !Self.isExpired($0, today) }.map(\.fingerprint))
    var met: Set<String> = []
    var open: [Diagnostic] = []
    for diagnostic in diagnostics {
      guard !accepted.isEmpty, AcceptedFinding.canAccept(diagnostic) else {
        open.append(diagnostic)
        continue
      }
      let fingerprint = AcceptedFinding.fingerprint(of: diagnostic)
      met.insert(fingerprint)
      if !valid.contains(fingerprint) { open.append(diagnostic) }
    }
    acceptedCount = diagnostics.count - open.count
    for (index, entry) in accepted.enumerated() {
      let rule: SchemaRule
      let message: String
      if Self.isExpired(entry, today) {
        rule = .expiredAcceptance
        message = "the acceptance of \(entry.rule) of '\(entry.subject)' expired on \(entry.expires ?? "")"
      } else if !met.contains(entry.fingerprint) {
        rule = .acceptedMatchesNothing
        message = "the acceptance of \(entry.rule) of '\(entry.subject)' matches no finding"
      } else {
        continue
      }
      open.append(
        Diagnostic(
          rule.severity, rule: rule.id, message, file: file, path: "accepted[\(index)]", subject: entry.subject,
          help: rule.documentation.remedy))
    }
    self.open = open
  }

  private static func isExpired(_ entry: AcceptedFinding, _ today: String) -> Bool {
    entry.expires.map { $0 < today } ?? false
  }
}
