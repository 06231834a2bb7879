import CloudKitSchema
import Diagnostics

extension QueryRule {
  /// A query asks for a record type the schema does not have.
  static let unknownRecordType = QueryRule(
    RuleDocumentation(
      id: "unknown-record-type",
      summary: "a query asks for a record type the schema does not have",
      severity: .error, evidence: .documented,
      why: "The query finds nothing but an error.",
      source: "Apple, CKQuery; CloudKit Web Services Reference, Querying records",
      remedy: "Declare the record type, or mend the query.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE Feed (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        --- queries ---
        {"queries": [
          {"schema": "schema", "name": "feeds", "recordType": "Feeds",
           "filters": [],
           "sort": []}
        ]}
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE Feed (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        --- queries ---
        {"queries": [
          {"schema": "schema", "name": "feeds", "recordType": "Feed",
           "filters": [],
           "sort": []}
        ]}
        """))
}
