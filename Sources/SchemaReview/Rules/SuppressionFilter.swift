import CloudKitSchema
import Diagnostics

/// A filter that applies a file's suppressions to findings and reports mistakes in them.
struct SuppressionFilter {
  private let file: SchemaFile
  private let severities: [String: Diagnostic.Severity]
  private let suppressions: [Suppression]
  /// The indices of suppressions by extent and rule id, in text order.
  private var indicesByRule: [[String: [Int]]] = [[:], [:], [:]]
  /// The rules of which each suppression has suppressed a finding.
  private var used: [Set<String>]

  /// Creates a filter for a run of the rules that have a severity.
  init(_ file: SchemaFile, severities: [String: Diagnostic.Severity]) {
    self.file = file
    self.severities = severities
    suppressions = Suppression.all(in: file)
    used = Array(repeating: [], count: suppressions.count)
    for (index, suppression) in suppressions.enumerated() where suppression.hasReason {
      for rule in suppression.rules { indicesByRule[suppression.extent.rawValue][rule, default: []].append(index) }
    }
  }

  /// Whether a comment suppresses a finding; errors that CloudKit refuses cannot be suppressed.
  mutating func suppresses(_ diagnostic: Diagnostic) -> Bool {
    guard let rule = SchemaRule.named(diagnostic.rule), !(rule.isLanguage && rule.severity == .error) else {
      return false
    }
    let position = diagnostic.range?.start ?? -1
    for candidates in indicesByRule {
      guard let indices = candidates[rule.id], let index = lastIndex(in: indices, startingBy: position),
        position < suppressions[index].range.end
      else { continue }
      used[index].insert(rule.id)
      return true
    }
    return false
  }

  /// Returns the last suppression whose range begins at or before a position.
  private func lastIndex(in indices: [Int], startingBy position: Int) -> Int? {
    let next = indices.firstIndexOfSorted { suppressions[$0].range.start > position }
    return next == 0 ? nil : indices[next - 1]
  }

  /// The mistakes in the suppressions; read it after filtering every finding.
  var findings: [Diagnostic] {
    suppressions.enumerated().flatMap { index, suppression -> [Diagnostic] in
      if suppression.rules.isEmpty || !suppression.hasReason {
        return finding(
          "suppression-without-reason", suppression,
          suppression.rules.isEmpty ? "the suppression names no rule" : "the suppression gives no reason",
          help: "write ckdb:ignore rule-id -- reason")
      }
      return suppression.rules.flatMap { rule -> [Diagnostic] in
        if let deployment = DeploymentRule.named(rule) {
          return finding(
            "unknown-rule-id", suppression, "'\(rule)' compares two schemas; a comment cannot suppress it",
            help: deployment.isEnforced
              ? "remove the comment: CloudKit refuses the change"
              : "accept the finding with 'celestra-admin schema plan --accepted FILE --accept'")
        }
        guard SchemaRule.named(rule) != nil else {
          let nearest = Suggestion.nearest(to: rule, among: SchemaRule.all.lazy.map(\.id))
          return finding(
            "unknown-rule-id", suppression, "unknown rule '\(SyntaxMistake.shown(rule))'",
            help: nearest.map { "did you mean \($0)?" } ?? "list rules with 'celestra-admin schema rules'")
        }
        // Another run may include the rule and need the comment.
        guard severities[rule] != nil, !used[index].contains(rule) else { return [] }
        return finding(
          "unused-suppression", suppression, "no '\(rule)' finding to suppress here", help: "remove the comment",
          fix: suppression.rules.count == 1 ? Fix("remove the comment", at: suppression.comment, "") : nil)
      }
    }
  }

  private func finding(
    _ rule: String, _ suppression: Suppression, _ message: String, help: String, fix: Fix? = nil
  ) -> [Diagnostic] {
    guard let severity = severities[rule] else { return [] }
    return [
      Diagnostic(
        severity, rule: rule, message, file: file.source.name, range: suppression.comment,
        subject: suppression.rules.joined(separator: ","), help: help, fix: fix)
    ]
  }
}
