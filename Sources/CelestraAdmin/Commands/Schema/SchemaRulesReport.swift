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
    /// What a project may set of it, beside how much it matters.
    struct Option: Encodable {
      let key, summary, standard: String
    }

    let id, scope, severity, evidence, summary, why, source, remedy, bad, good: String
    let isOptIn, isConfigurable: Bool
    let options: [Option]

    /// A rule of the catalogue.
    init(_ entry: RuleCatalogue.Entry) {
      let documentation = entry.documentation
      id = documentation.id
      scope = entry.scope
      isOptIn = entry.isOptIn
      isConfigurable = entry.isConfigurable
      severity = documentation.severity.rawValue
      evidence = documentation.evidence.rawValue
      summary = documentation.summary
      why = documentation.why
      source = documentation.source
      remedy = documentation.remedy
      bad = documentation.bad
      good = documentation.good
      options = documentation.options.map {
        Option(key: $0.key, summary: $0.summary, standard: "\($0.standard)")
      }
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
      \(item.options.map { "Option \($0.key): \($0.summary); by default \($0.standard)\n" }.joined())
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
