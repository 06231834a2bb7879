import CloudKitSchema
import Diagnostics

extension QueryRule {
  /// CloudKit has no such comparison, or not of such a field.
  static let unsupportedComparator = QueryRule(
    RuleDocumentation(
      id: "unsupported-comparator",
      summary: "CloudKit has no such comparison, or not of such a field",
      severity: .error, evidence: .documented,
      why: "CloudKit has AND and a fixed set of comparators: no OR, no parts of words, no patterns.",
      source: "Apple, CKQuery; CloudKit Web Services Reference, Querying records",
      remedy: "Ask by a comparator CloudKit has, or twice, or filter in the app.",
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
           "filters": [{"field": "title", "comparator": "CONTAINS[cd]"}],
           "sort": []}
        ]}
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE Feed (
          "___recordID" REFERENCE QUERYABLE,
          title STRING QUERYABLE SEARCHABLE,
          GRANT READ TO "_world"
        );
        --- queries ---
        {"queries": [
          {"schema": "schema", "name": "feeds", "recordType": "Feed",
           "filters": [{"field": "title", "comparator": "CONTAINS_ALL_TOKENS"}],
           "sort": []}
        ]}
        """))
}
