import CloudKitSchema
import Diagnostics

extension QueryRule {
  static let unknownOrder = QueryRule(
    RuleDocumentation(
      id: "unknown-order",
      summary: "a sort is neither ascending nor descending",
      severity: .error, evidence: .documented,
      why: "The manifest does not say what the app asks for.",
      source: "README.md, schema queries",
      remedy: "Write ascending or descending.",
      bad: .query("rank INT64 SORTABLE", sort: #"{"field": "rank", "order": "up"}"#),
      good: .query("rank INT64 SORTABLE", sort: #"{"field": "rank", "order": "ascending"}"#)))
}
