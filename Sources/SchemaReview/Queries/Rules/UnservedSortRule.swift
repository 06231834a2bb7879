import CloudKitSchema
import Diagnostics

extension QueryRule {
  static let unservedSort = QueryRule(
    RuleDocumentation(
      id: "unserved-sort",
      summary: "a query is sorted by a field that is not SORTABLE",
      severity: .error, evidence: .documented,
      why: "CloudKit refuses the query when an app makes it; it sorts by no list at all.",
      source: .schemaGuide("Indexes"),
      remedy: "Add SORTABLE, or sort in the app.",
      bad: .query("rank INT64", sort: #"{"field": "rank", "order": "ascending"}"#),
      good: .query("rank INT64 SORTABLE", sort: #"{"field": "rank", "order": "ascending"}"#)))
}
