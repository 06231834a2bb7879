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

    /// Every rule, those of one schema and those of a deployment, by id.
    static var all: [Item] {
      let ofSchema = SchemaRule.all.map {
        Item($0.documentation, scope: $0.scope.rawValue, isOptIn: $0.isOptIn)
      }
      let ofDeployment = DeploymentRule.all.map { Item($0.documentation, scope: "deployment", isOptIn: false) }
      return (ofSchema + ofDeployment).sorted { $0.id < $1.id }
    }

    /// What a rule says of itself.
    private init(_ documentation: RuleDocumentation, scope: String, isOptIn: Bool) {
      id = documentation.id
      self.scope = scope
      self.isOptIn = isOptIn
      severity = documentation.severity.rawValue
      evidence = documentation.evidence.rawValue
      summary = documentation.summary
      why = documentation.why
      source = documentation.source
      remedy = documentation.remedy
      bad = documentation.bad
      good = documentation.good
    }
  }

  /// The report on some rules.
  init(_ items: [Item]) {
    self.items = items
    summary = Summary(rules: items.count)
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
  init(_ rule: SchemaRulesReport.Item) {
    items = [rule]
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
