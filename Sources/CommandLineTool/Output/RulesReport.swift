package import Diagnostics

/// A list of rules, or the explanation of one rule.
package struct RulesReport: Report {
  package let command: String
  package let catalog: [Rule]
  private let isExplained: Bool

  package init(_ command: String, _ rules: [Rule], isExplained: Bool = false) {
    self.command = command
    catalog = rules
    self.isExplained = isExplained
  }

  package var items: [EncodableObject] {
    catalog.map { rule in
      [
        "id": rule.id, "scope": rule.scope.rawValue, "commands": rule.scope.commands,
        "severity": rule.severity.rawValue,
        "evidence": rule.evidence.rawValue, "isOptIn": rule.isOptIn, "isConfigurable": rule.isConfigurable,
        "isFixable": rule.isFixable, "summary": rule.summary, "why": rule.why, "source": rule.source,
        "remedy": rule.remedy, "bad": rule.bad, "good": rule.good,
        "options": rule.options.map {
          ["key": $0.key, "summary": $0.summary, "standard": "\($0.standard)"] as EncodableObject
        },
      ]
    }
  }

  package var summary: EncodableObject { ["rules": catalog.count] }

  /// Returns the error message for an unknown rule id.
  package static func unknownRule(_ word: String, among ids: [String]) -> String {
    let nearest = Suggestion.nearest(to: word, among: ids)
    return "unknown rule '\(word)'; "
      + (nearest.map { "did you mean \($0)?" } ?? "'\(Program.current.rulesCommand)' lists them")
  }

  package func text(_ style: Style) -> String {
    if isExplained { return catalog.map(Self.explanation).joined() }
    let width = catalog.map(\.id.count).max() ?? 0
    return catalog.byCommand.map { head, rules in
      let lines = rules.map { rule in
        let remark = rule.isOptIn ? " (opt-in)" : rule.isFixable == true ? " (--fix)" : ""
        let line =
          "  \(Self.padded(rule.id, width))  \(Self.padded(rule.severity.rawValue, 7))  \(rule.summary)\(remark)"
        return DisplayText.cut(line, toWidth: style.width ?? .max) + "\n"
      }
      return style.mark(head, .strong) + "\n" + lines.joined()
    }.joined(separator: "\n")
  }

  private static func explanation(of rule: Rule) -> String {
    let fixable = rule.isFixable == true ? "; fixable with --fix" : ""
    let options = rule.options.map { "Option \($0.key): \($0.summary) (default: \($0.standard))\n" }
    return """
      \(rule.id): \(rule.summary)
      \(rule.severity.rawValue)\(rule.isOptIn ? ", opt-in" : ""); evidence: \(rule.evidence.rawValue)\(fixable)

      Why: \(rule.why)
      Source: \(rule.source)
      Remedy: \(rule.remedy)
      \(options.joined())
      Bad:
      \(indented(rule.bad))

      Good:
      \(indented(rule.good))

      """
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
      .joined(separator: "\n")
  }
}
