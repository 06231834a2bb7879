package import Diagnostics

/// Findings divided into accepted and open ones.
package struct AcceptedOutcome: Sendable {
  package private(set) var open: [Diagnostic] = []
  package private(set) var accepted: [Diagnostic] = []
  package private(set) var problems: [Diagnostic] = []
  /// The acceptances without those of the run's files and rules that match no finding.
  package private(set) var matching: [AcceptedFinding] = []

  /// Compares findings with acceptances.
  /// - Parameters:
  ///   - entries: The acceptances, in file order.
  ///   - file: The name of the file of acceptances.
  ///   - today: The current day, such as `2026-11-21`.
  ///   - asked: The ids of the rules of the run. Acceptances of other rules are ignored.
  ///   - files: The names of the run's files in acceptances, by their names in diagnostics. Acceptances of other files
  ///     are ignored. Empty for findings that do not belong to one file.
  ///   - selection: The severities of the rules about acceptances.
  package init(
    _ diagnostics: [Diagnostic], accepted entries: [AcceptedFinding], file: String, today: String, asked: Set<String>,
    files: [String: String] = [:], selection: RuleSelection = RuleSelection()
  ) {
    let active = Set(entries.lazy.filter { !$0.isExpired(today) }.map(\.identity))
    var found: Set<AcceptedFinding.Identity> = []
    for diagnostic in diagnostics {
      let identities = AcceptedFinding.Identity.all(of: diagnostic, in: files[diagnostic.file])
      found.formUnion(identities)
      if identities.isDisjoint(with: active) { open.append(diagnostic) } else { accepted.append(diagnostic) }
    }
    let runFiles = Set(files.values)
    for (index, entry) in entries.enumerated() {
      let isJudged = asked.contains(entry.rule) && entry.file.map(runFiles.contains) ?? true
      let isMatched = found.contains(entry.identity)
      // An acceptance without a file may match a finding of a file that this run does not check.
      if isMatched || !isJudged || entry.file == nil && !files.isEmpty { matching.append(entry) }
      guard let (rule, message, help) = entry.problem(today, isJudged: isJudged, isMatched: isMatched),
        let severity = selection.severity(of: rule)
      else { continue }
      problems.append(
        Diagnostic(
          severity, rule: rule.id, message, file: file, path: "accepted[\(index)]", subject: entry.subject,
          help: help ?? rule.advice))
    }
  }
}

extension [AcceptedFinding] {
  /// Returns the acceptances with those of the findings that they do not accept yet, sorted.
  package func accepting(
    _ diagnostics: [Diagnostic], reason: String, today: String, files: [String: String]
  ) -> [AcceptedFinding] {
    let active = Set(lazy.filter { !$0.isExpired(today) }.map(\.identity))
    let added = Set(
      diagnostics.compactMap { diagnostic -> AcceptedFinding? in
        let file = files[diagnostic.file]
        let identities = AcceptedFinding.Identity.all(of: diagnostic, in: file)
        guard !identities.isEmpty, identities.isDisjoint(with: active) else { return nil }
        return AcceptedFinding(
          rule: diagnostic.rule, file: file, subject: diagnostic.subject ?? "", reason: reason)
      })
    let renewed = Set(added.map(\.identity))
    return (filter { !renewed.contains($0.identity) } + added).sorted {
      ($0.file ?? "", $0.rule, $0.subject) < ($1.file ?? "", $1.rule, $1.subject)
    }
  }
}

extension AcceptedFinding {
  /// Returns the problem of the acceptance, if any.
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
