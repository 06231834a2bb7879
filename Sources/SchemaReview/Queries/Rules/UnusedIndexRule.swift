import CloudKitSchema
import Diagnostics

extension QueryRule {
  /// No declared query needs an index.
  static let unusedIndex = QueryRule(
    RuleDocumentation(
      id: "unused-index",
      summary: "no declared query needs an index",
      severity: .info, evidence: .assumed,
      why: "Every index costs space and time with each record that is written; a query nobody declared may need it.",
      source: "our reading; Apple names no cost",
      remedy: "Declare the query that needs it, or do without the index.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE Feed (
          "___recordID" REFERENCE QUERYABLE,
          title STRING QUERYABLE,
          GRANT READ TO "_world"
        );
        --- queries ---
        {"queries": [
          {"schema": "schema", "name": "feeds", "recordType": "Feed",
           "filters": [],
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
