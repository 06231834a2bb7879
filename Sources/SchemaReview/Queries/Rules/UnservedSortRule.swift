import CloudKitSchema
import Diagnostics

extension QueryRule {
  /// A query is sorted by a field that is not SORTABLE.
  static let unservedSort = QueryRule(
    RuleDocumentation(
      id: "unserved-sort",
      summary: "a query is sorted by a field that is not SORTABLE",
      severity: .error, evidence: .documented,
      why: "CloudKit refuses the query when an app makes it; it sorts by no list at all.",
      source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\", Indexes",
      remedy: "Add SORTABLE, or sort in the app.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE Feed (
          "___recordID" REFERENCE QUERYABLE,
          rank INT64,
          GRANT READ TO "_world"
        );
        --- queries ---
        {"queries": [
          {"schema": "schema", "name": "feeds", "recordType": "Feed",
           "filters": [],
           "sort": [{"field": "rank", "order": "ascending"}]}
        ]}
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE Feed (
          "___recordID" REFERENCE QUERYABLE,
          rank INT64 SORTABLE,
          GRANT READ TO "_world"
        );
        --- queries ---
        {"queries": [
          {"schema": "schema", "name": "feeds", "recordType": "Feed",
           "filters": [],
           "sort": [{"field": "rank", "order": "ascending"}]}
        ]}
        """))
}
