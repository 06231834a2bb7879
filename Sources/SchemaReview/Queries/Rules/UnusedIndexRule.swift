import CloudKitSchema
import Diagnostics

extension QueryRule {
  static let unusedIndex = QueryRule(
    RuleDocumentation(
      id: "unused-index",
      summary: "no declared query needs an index",
      severity: .info, evidence: .assumed,
      why: "Every index costs space and time with each record that is written; a query nobody declared may need it.",
      source: "our reading; Apple names no cost",
      remedy: "Declare the query that needs it, or do without the index.",
      bad: .query("title STRING QUERYABLE"),
      good: .query("title STRING QUERYABLE", filter: #"{"field": "title", "comparator": "EQUALS"}"#)))
}
