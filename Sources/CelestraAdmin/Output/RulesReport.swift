import Diagnostics

/// A list of rules, or the explanation of one rule.
struct RulesReport: Report {
  let command: String
  let items: [Item]
  /// Whether the report explains its rules.
  private let isExplained: Bool

  /// A rule. Properties that its catalog does not define are omitted.
  struct Item: Encodable {
    /// A configurable option of a rule.
    struct Option: Encodable {
      let key, summary, standard: String
    }

    let id, severity, summary, why, source, remedy, bad, good: String
    var scope, evidence: String?
    var isOptIn, isConfigurable, isFixable: Bool?
    var options: [Option]?

    /// Creates an item from the documentation of a rule.
    init(_ documentation: RuleDocumentation) {
      id = documentation.id
      severity = documentation.severity.rawValue
      summary = documentation.summary
      why = documentation.why
      source = documentation.source
      remedy = documentation.remedy
      bad = documentation.bad
      good = documentation.good
    }
  }

  /// Creates a report of all rules.
  init(_ command: String, all items: [Item]) {
    self.command = command
    self.items = items
    isExplained = false
  }

  /// Creates a report that explains one rule.
  /// - Parameter list: The command that lists the rules.
  init(_ command: String, explaining id: String, among items: [Item], list: String) throws {
    guard let item = items.first(where: { $0.id == id }) else {
      throw CommandFailure(Self.unknownRule(id, among: items.map(\.id), list: list))
    }
    self.command = command
    self.items = [item]
    isExplained = true
  }

  var summary: EncodableObject { ["rules": items.count] }

  /// Returns the error message for an unknown rule id.
  static func unknownRule(_ word: String, among ids: [String], list: String) -> String {
    let nearest = Suggestion.nearest(to: word, among: ids)
    return "unknown rule '\(word)'; "
      + (nearest.map { "did you mean \($0)?" } ?? "'celestra-admin \(list)' lists them")
  }

  func text(_ style: Style) -> String {
    if isExplained { return items.map(Self.explanation).joined() }
    let width = items.map(\.id.count).max() ?? 0
    return items.map { item in
      let remark = item.isOptIn == true ? " (opt-in)" : item.isFixable == true ? " (--fix)" : ""
      return "\(Self.padded(item.id, width))  \(Self.padded(item.severity, 7))  \(item.summary)\(remark)\n"
    }.joined()
  }

  private static func explanation(of item: Item) -> String {
    let evidence = item.evidence.map { "; evidence: \($0)" } ?? ""
    let fixable = item.isFixable == true ? "; fixable with --fix" : ""
    let options = (item.options ?? []).map { "Option \($0.key): \($0.summary) (default: \($0.standard))\n" }
    return """
      \(item.id): \(item.summary)
      \(item.severity)\(item.isOptIn == true ? ", opt-in" : "")\(evidence)\(fixable)

      Why: \(item.why)
      Source: \(item.source)
      Remedy: \(item.remedy)
      \(options.joined())
      Bad:
      \(indented(item.bad))

      Good:
      \(indented(item.good))

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
