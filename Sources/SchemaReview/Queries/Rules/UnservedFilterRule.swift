import CloudKitSchema
import Diagnostics

extension QueryRule {
  static let unservedFilter = QueryRule(
    RuleDocumentation(
      id: "unserved-filter",
      summary: "a filter has no index that serves it",
      severity: .error, evidence: .documented,
      why:
        "CloudKit refuses the query when an app makes it. Whether a range is served by SORTABLE alone is not known: that is a warning.",
      source: .schemaGuide("Indexes"),
      remedy: "Add the index the message names, or ask by another field.",
      bad: .query("title STRING", filter: #"{"field": "title", "comparator": "EQUALS"}"#),
      good: .query("title STRING QUERYABLE", filter: #"{"field": "title", "comparator": "EQUALS"}"#)))
}
