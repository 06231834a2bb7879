import CloudKitSchema
import Diagnostics

extension QueryRule {
  static let unknownField = QueryRule(
    RuleDocumentation(
      id: "unknown-field",
      summary: "a query asks by a field the record type does not have",
      severity: .error, evidence: .documented,
      why: "The query finds nothing but an error.",
      source: "Apple, CKQuery; CloudKit Web Services Reference, Querying records",
      remedy: "Declare the field, or mend the query.",
      bad: .query("title STRING QUERYABLE", filter: #"{"field": "tilte", "comparator": "EQUALS"}"#),
      good: .query("title STRING QUERYABLE", filter: #"{"field": "title", "comparator": "EQUALS"}"#)))
}
