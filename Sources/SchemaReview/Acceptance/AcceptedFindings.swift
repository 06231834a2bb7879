package import Diagnostics

/// The acceptances of a file, on a day.
package struct AcceptedFindings: Sendable {
  /// In file order.
  package var entries: [AcceptedFinding]
  /// The name of the file.
  package let file: String
  /// The day that expiry is compared with, such as `2026-11-21`.
  package let today: String

  package init(_ entries: [AcceptedFinding] = [], file: String, today: String) {
    self.entries = entries
    self.file = file
    self.today = today
  }

  /// What the acceptances accept that have not expired.
  private var active: Set<AcceptedFinding.Identity> {
    Set(entries.lazy.filter { !$0.isExpired(today) }.map(\.identity))
  }

  /// Adds the findings that are not accepted yet, and sorts the acceptances.
  package mutating func accept(_ diagnostics: [Diagnostic], reason: String, files: [String: String] = [:]) {
    let active = active
    var renewed: Set<AcceptedFinding.Identity> = []
    let added = Set(
      diagnostics.compactMap { diagnostic -> AcceptedFinding? in
        let file = files[diagnostic.file]
        let identities = AcceptedFinding.Identity.all(of: diagnostic, in: file)
        guard !identities.isEmpty, identities.isDisjoint(with: active) else { return nil }
        renewed.formUnion(identities)
        return AcceptedFinding(
          rule: diagnostic.rule, file: file, subject: diagnostic.subject ?? "", reason: reason)
      })
    entries = (entries.filter { !renewed.contains($0.identity) } + added).sorted {
      ($0.file ?? "", $0.rule, $0.subject) < ($1.file ?? "", $1.rule, $1.subject)
    }
  }

  /// - Parameters:
  ///   - asked: The ids of the rules of the run. Acceptances of other rules are ignored.
  ///   - files: The names of the run's files in acceptances, by their names in diagnostics. Acceptances of other files
  ///     are ignored. Empty for findings that do not belong to one file.
  ///   - selection: The severities of the rules about acceptances.
  package func outcome(
    of diagnostics: [Diagnostic], asked: Set<String>, files: [String: String] = [:],
    selection: RuleSelection = RuleSelection()
  ) -> AcceptedOutcome {
    let active = active
    var outcome = AcceptedOutcome()
    var found: Set<AcceptedFinding.Identity> = []
    for diagnostic in diagnostics {
      let identities = AcceptedFinding.Identity.all(of: diagnostic, in: files[diagnostic.file])
      found.formUnion(identities)
      if identities.isDisjoint(with: active) {
        outcome.open.append(diagnostic)
      } else {
        outcome.accepted.append(diagnostic)
      }
    }
    let runFiles = Set(files.values)
    for (index, entry) in entries.enumerated() {
      let isJudged = asked.contains(entry.rule) && entry.file.map(runFiles.contains) ?? true
      let isMatched = found.contains(entry.identity)
      // An acceptance without a file may match a finding of a file that this run does not check.
      if isMatched || !isJudged || entry.file == nil && !files.isEmpty { outcome.matching.append(entry) }
      guard let (rule, message, help) = entry.problem(today, isJudged: isJudged, isMatched: isMatched),
        let severity = selection.severity(of: rule)
      else { continue }
      outcome.problems.append(
        Diagnostic(
          severity, rule: rule.id, message, file: file, path: "accepted[\(index)]", subject: entry.subject,
          help: help ?? rule.advice))
    }
    return outcome
  }
}

/// Findings divided into accepted and open ones.
package struct AcceptedOutcome: Sendable {
  package fileprivate(set) var open: [Diagnostic] = []
  package fileprivate(set) var accepted: [Diagnostic] = []
  package fileprivate(set) var problems: [Diagnostic] = []
  /// The acceptances without those of the run's files and rules that match no finding.
  package fileprivate(set) var matching: [AcceptedFinding] = []
}

extension AcceptedFinding {
  /// - Parameters:
  ///   - isJudged: Whether the run checked the rule and the file.
  ///   - isMatched: Whether the run has a finding of the rule about the subject.
  fileprivate func problem(
    _ today: String, isJudged: Bool, isMatched: Bool
  ) -> (rule: Rule, message: String, help: String?)? {
    guard let accepted = Rule.acceptable(named: rule) else {
      let ids = (Rule.ofSchemas + Rule.ofDeployments).map(\.id)
      return (
        .acceptedUnknown, "unknown rule '\(DisplayText.short(rule))'",
        Suggestion.nearest(to: rule, among: ids).map { "did you mean \($0)?" }
      )
    }
    guard isJudged else { return nil }
    let isDeployment = accepted.scope == .deployment
    if isDeployment, !accepted.isAcceptable {
      return (
        .acceptedMatchesNothing, "the acceptance of \(rule) of '\(subject)' has no effect: CloudKit refuses the change",
        nil
      )
    }
    // A step that has been deployed no longer occurs.
    if isDeployment, !isMatched { return nil }
    if isExpired(today) {
      return (.expiredAcceptance, "the acceptance of \(rule) of '\(subject)' expired on \(expires ?? "")", nil)
    }
    return isMatched
      ? nil : (.acceptedMatchesNothing, "the acceptance of \(rule) of '\(subject)' matches no finding", nil)
  }
}
