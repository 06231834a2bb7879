import CloudKitSchema
import Diagnostics

extension QueryRule {
  /// A filter has no index that serves it.
  static let unservedFilter = QueryRule(
    RuleDocumentation(
      id: "unserved-filter",
      summary: "a filter has no index that serves it",
      severity: .error, evidence: .documented,
      why:
        "CloudKit refuses the query when an app makes it. Whether a range is served by SORTABLE alone is not known: that is a warning.",
      source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\", Indexes",
      remedy: "Add the index the message names, or ask by another field.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE Feed (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        --- queries ---
        {"queries": [
          {"schema": "schema", "name": "feeds", "recordType": "Feed",
           "filters": [{"field": "title", "comparator": "EQUALS"}],
           "sort": []}
        ]}
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE Feed (
          "___recordID" REFERENCE QUERYABLE,
          title STRING QUERYABLE,
          GRANT READ TO "_world"
        );
        --- queries ---
        {"queries": [
          {"schema": "schema", "name": "feeds", "recordType": "Feed",
           "filters": [{"field": "title", "comparator": "EQUALS"}],
           "sort": []}
        ]}
        """))
}
