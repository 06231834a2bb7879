import CloudKitSchema
import Diagnostics

extension QueryRule {
  /// A sort is neither ascending nor descending.
  static let unknownOrder = QueryRule(
    RuleDocumentation(
      id: "unknown-order",
      summary: "a sort is neither ascending nor descending",
      severity: .error, evidence: .documented,
      why: "The manifest does not say what the app asks for.",
      source: "README.md, schema queries",
      remedy: "Write ascending or descending.",
      bad: """
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
           "sort": [{"field": "rank", "order": "up"}]}
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
