import CloudKitSchema
import Diagnostics

/// Which findings a file's comments silence, and which comments are wrong.
struct SuppressionJudge {
  private let file: SchemaFile
  private let active: [String: Diagnostic.Severity]
  private let suppressions: [Suppression]
  /// The suppressions that name a rule, by how far they reach: whole file, record type, line. In the order of the text.
  private var byRule: [[String: [Int]]] = [[:], [:], [:]]
  /// The rules that each suppression silences.
  private var used: [Set<String>]

  /// The comments of a file, for a run in which some rules speak.
  init(_ file: SchemaFile, active: [String: Diagnostic.Severity]) {
    self.file = file
    self.active = active
    suppressions = Suppression.all(in: file)
    used = Array(repeating: [], count: suppressions.count)
    for (index, suppression) in suppressions.enumerated() where suppression.hasReason {
      for rule in suppression.rules { byRule[suppression.breadth.rawValue][rule, default: []].append(index) }
    }
  }

  /// Whether a comment silences a finding; errors of the language cannot be silenced.
  mutating func silences(_ diagnostic: Diagnostic) -> Bool {
    guard let rule = SchemaRule.named(diagnostic.rule), !(rule.isLanguage && rule.severity == .error) else {
      return false
    }
    let place = diagnostic.range?.start ?? -1
    for candidates in byRule {
      guard let indices = candidates[rule.id], let index = last(of: indices, reachingFrom: place),
        place < suppressions[index].reach.end
      else { continue }
      used[index].insert(rule.id)
      return true
    }
    return false
  }

  /// The last suppression whose reach begins at or before a place; a finding of the whole file stands before all.
  private func last(of indices: [Int], reachingFrom place: Int) -> Int? {
    var low = 0
    var high = indices.count
    while low < high {
      let middle = (low + high) / 2
      if suppressions[indices[middle]].reach.start <= place { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : indices[low - 1]
  }

  /// What is wrong with the comments, after every finding was asked about.
  var findings: [Diagnostic] {
    suppressions.enumerated().flatMap { index, suppression -> [Diagnostic] in
      if suppression.rules.isEmpty || !suppression.hasReason {
        return finding(
          "suppression-without-reason", suppression,
          suppression.rules.isEmpty ? "the suppression names no rule" : "the suppression gives no reason",
          help: "write it so: ckdb:ignore rule-id -- reason")
      }
      return suppression.rules.flatMap { rule -> [Diagnostic] in
        if DeploymentRule.named(rule) != nil {
          return finding(
            "unknown-rule-id", suppression, "'\(rule)' is about two schemas, which no comment silences",
            help: "accept the difference: schema plan --accepted FILE --accept")
        }
        guard SchemaRule.named(rule) != nil else {
          let nearest = Suggestion.nearest(to: rule, among: SchemaRule.all.lazy.map(\.id))
          return finding(
            "unknown-rule-id", suppression, "there is no rule '\(SyntaxMistake.shown(rule))'",
            help: nearest.map { "did you mean \($0)?" } ?? "'celestra-admin schema rules' lists them")
        }
        // A rule that does not speak in this run may need the comment in another.
        guard active[rule] != nil, !used[index].contains(rule) else { return [] }
        return finding(
          "unused-suppression", suppression, "nothing here breaks the rule '\(rule)'", help: "remove the comment",
          fix: suppression.rules.count == 1
            ? Fix("remove the comment", edits: [.init(range: suppression.comment, replacement: "")]) : nil)
      }
    }
  }

  private func finding(
    _ rule: String, _ suppression: Suppression, _ message: String, help: String, fix: Fix? = nil
  ) -> [Diagnostic] {
    guard let severity = active[rule] else { return [] }
    return [
      Diagnostic(
        severity, rule: rule, message, file: file.source.name, range: suppression.comment,
        subject: suppression.rules.joined(separator: ","), help: help, fix: fix)
    ]
  }
}
