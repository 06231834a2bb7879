import CloudKitSchema
package import Diagnostics

/// Findings divided into accepted and open ones.
package struct AcceptedOutcome: Sendable {
  /// The open findings, then the problems of the acceptances.
  package let open: [Diagnostic]
  /// The accepted findings.
  package let accepted: [Diagnostic]
  /// The acceptances without those of the run's files and rules that match no finding.
  package let matching: [AcceptedFinding]

  /// Compares findings with acceptances.
  /// - Parameters:
  ///   - diagnostics: The findings of a run.
  ///   - accepted: The acceptances, in file order.
  ///   - file: The name of the file of acceptances.
  ///   - today: The current day, such as `2026-11-21`.
  ///   - asked: The ids of the rules of the run. Acceptances of other rules are ignored.
  ///   - files: The names of the run's files in acceptances, by their names in diagnostics. Acceptances of other files
  ///     are ignored. Empty for findings that do not belong to one file.
  ///   - selection: The severities of the rules about acceptances.
  package init(
    _ diagnostics: [Diagnostic], accepted: [AcceptedFinding], file: String, today: String, asked: Set<String>,
    files: [String: String] = [:], selection: RuleSelection = RuleSelection()
  ) {
    let indices = Dictionary(grouping: accepted.indices) { accepted[$0].fingerprint }
    var matched: Set<Int> = []
    var open: [Diagnostic] = []
    var closed: [Diagnostic] = []
    for diagnostic in diagnostics {
      let own = accepted.isEmpty ? [] : accepted.indices(of: diagnostic, in: files[diagnostic.file], indices)
      matched.formUnion(own)
      if own.contains(where: { !accepted[$0].isExpired(today) }) {
        closed.append(diagnostic)
      } else {
        open.append(diagnostic)
      }
    }
    self.accepted = closed
    let repeated = accepted.repeated(today)
    matched.subtract(repeated.keys)
    let runFiles = Set(files.values)
    func isJudged(_ entry: AcceptedFinding) -> Bool {
      asked.contains(entry.rule) && entry.file.map(runFiles.contains) ?? true
    }
    for (index, entry) in accepted.enumerated() {
      let isMatched = matched.contains(index) || !isJudged(entry)
      guard
        let (rule, message, help) = entry.mistake(
          today, isMatched: isMatched, isJudged: isJudged(entry), repeating: repeated[index]),
        let severity = selection.severity(of: rule)
      else { continue }
      open.append(
        Diagnostic(
          severity, rule: rule.id, message, file: file, path: "accepted[\(index)]", subject: entry.subject,
          help: help ?? rule.documentation.advice))
    }
    self.open = open
    // An acceptance without a file may match a finding of a file that this run does not check.
    matching = zip(accepted.indices, accepted).filter { index, entry in
      matched.contains(index) || !isJudged(entry) || entry.file == nil && !files.isEmpty && repeated[index] == nil
    }.map(\.1)
  }
}

extension [AcceptedFinding] {
  /// Returns the acceptances with those of the findings that they do not accept yet, sorted.
  package func accepting(
    _ diagnostics: [Diagnostic], reason: String, today: String, files: [String: String]
  ) -> [AcceptedFinding] {
    let indices = Dictionary(grouping: indices) { self[$0].fingerprint }
    var result = self
    var added: Set<AcceptedFinding> = []
    for diagnostic in diagnostics where AcceptedFinding.canAccept(diagnostic) {
      let own = self.indices(of: diagnostic, in: files[diagnostic.file], indices)
      guard own.allSatisfy({ self[$0].isExpired(today) }) else { continue }
      let finding = AcceptedFinding(diagnostic, file: files[diagnostic.file], reason: reason)
      if let expired = own.first {
        result[expired] = finding
      } else if added.insert(finding).inserted {
        result.append(finding)
      }
    }
    return result.sorted {
      ($0.file ?? "", $0.rule, $0.subject, $0.fingerprint) < ($1.file ?? "", $1.rule, $1.subject, $1.fingerprint)
    }
  }

  /// Returns the indices of unexpired acceptances that repeat an earlier one, with its index.
  fileprivate func repeated(_ today: String) -> [Int: Int] {
    var first: [[String]: Int] = [:]
    var repeated: [Int: Int] = [:]
    for (index, entry) in enumerated() where !entry.isExpired(today) {
      let key = [entry.fingerprint, entry.rule, entry.file ?? ""]
      if let earlier = first[key] { repeated[index] = earlier } else { first[key] = index }
    }
    return repeated
  }

  /// Returns the indices of the acceptances of a finding in a file, of all indices by fingerprint.
  fileprivate func indices(
    of diagnostic: Diagnostic, in file: String?, _ indices: [String: [Int]]
  ) -> [Int] {
    guard AcceptedFinding.canAccept(diagnostic) else { return [] }
    return indices[AcceptedFinding.fingerprint(of: diagnostic), default: []].filter {
      self[$0].file == nil || self[$0].file == file
    }
  }
}

extension AcceptedFinding {
  /// Returns whether the last day has passed.
  func isExpired(_ today: String) -> Bool { expires.map { $0 < today } ?? false }

  /// Returns the problem of the acceptance, if any.
  fileprivate func mistake(
    _ today: String, isMatched: Bool, isJudged: Bool, repeating earlier: Int?
  ) -> (rule: SchemaRule, message: String, help: String?)? {
    guard SchemaRule.named(rule) != nil || DeploymentRule.named(rule) != nil else {
      let ids = SchemaRule.all.map(\.id) + DeploymentRule.all.map(\.documentation.id)
      return (
        .acceptedUnknownRule, "unknown rule '\(SyntaxMistake.shown(rule))'",
        Suggestion.nearest(to: rule, among: ids).map { "did you mean \($0)?" }
      )
    }
    if isJudged, DeploymentRule.named(rule)?.isEnforced == true {
      return (
        .acceptedMatchesNothing, "the acceptance of \(rule) of '\(subject)' has no effect: CloudKit refuses the change",
        nil
      )
    }
    if isJudged, isExpired(today) {
      return (.expiredAcceptance, "the acceptance of \(rule) of '\(subject)' expired on \(expires ?? "")", nil)
    }
    if isJudged, let earlier {
      return (.acceptedMatchesNothing, "the acceptance of \(rule) of '\(subject)' repeats accepted[\(earlier)]", nil)
    }
    return isMatched
      ? nil : (.acceptedMatchesNothing, "the acceptance of \(rule) of '\(subject)' matches no finding", nil)
  }
}
