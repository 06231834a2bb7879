import CloudKitSchema
import Diagnostics

extension QueryRule {
  /// A query asks by a field the record type does not have.
  static let unknownField = QueryRule(
    RuleDocumentation(
      id: "unknown-field",
      summary: "a query asks by a field the record type does not have",
      severity: .error, evidence: .documented,
      why: "The query finds nothing but an error.",
      source: "Apple, CKQuery; CloudKit Web Services Reference, Querying records",
      remedy: "Declare the field, or mend the query.",
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
           "filters": [{"field": "tilte", "comparator": "EQUALS"}],
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
