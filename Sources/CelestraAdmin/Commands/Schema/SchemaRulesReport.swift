import CloudKitSchema
import Diagnostics

/// The catalogue of rules.
struct SchemaRulesReport: Report {
  let command = "schema rules"
  let summary: Summary
  let items: [Item]

  /// The totals.
  struct Summary: Encodable {
    let rules: Int
  }

  /// One rule.
  struct Item: Encodable {
    let id, scope, severity, evidence, summary, why, source, remedy, bad, good: String
    let isOptIn: Bool

    /// What a rule says of itself.
    init(_ rule: SchemaRule) {
      let documentation = rule.documentation
      id = rule.id
      scope = rule.scope.rawValue
      severity = rule.severity.rawValue
      evidence = documentation.evidence.rawValue
      summary = rule.summary
      why = documentation.why
      source = documentation.source
      remedy = documentation.remedy
      bad = documentation.bad
      good = documentation.good
      isOptIn = rule.isOptIn
    }
  }

  /// The report on some rules.
  init(_ rules: [SchemaRule]) {
    items = rules.map(Item.init)
    summary = Summary(rules: rules.count)
  }

  func text(_ style: Style) -> String {
    let width = items.map(\.id.count).max() ?? 0
    return items.map { item in
      let id = item.id.padding(to: width)
      return "\(id)  \(item.severity.padding(to: 7))  \(item.summary)\(item.isOptIn ? " (opt-in)" : "")\n"
    }.joined()
  }
}

extension String {
  fileprivate func padding(to width: Int) -> String { self + String(repeating: " ", count: max(0, width - count)) }
}

/// All of one rule.
struct SchemaExplainReport: Report {
  let command = "schema explain"
  let summary: SchemaRulesReport.Summary
  let items: [SchemaRulesReport.Item]

  /// The report on one rule.
  init(_ rule: SchemaRule) {
    items = [SchemaRulesReport.Item(rule)]
    summary = SchemaRulesReport.Summary(rules: 1)
  }

  func text(_ style: Style) -> String {
    items.map { item in
      """
      \(item.id): \(item.summary)
      \(item.severity)\(item.isOptIn ? ", opt-in" : ""); evidence: \(item.evidence)

      Why: \(item.why)
      Source: \(item.source)
      Remedy: \(item.remedy)

      Bad:
      \(Self.indented(item.bad))

      Good:
      \(Self.indented(item.good))

      """
    }.joined()
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { $0.isEmpty ? "" : "    \($0)" }
      .joined(separator: "\n")
  }
}
