import CloudKitSchema
import Diagnostics

extension QueryRule {
  static let unknownRecordType = QueryRule(
    RuleDocumentation(
      id: "unknown-record-type",
      summary: "a query asks for a record type the schema does not have",
      severity: .error, evidence: .documented,
      why: "The query finds nothing but an error.",
      source: "Apple, CKQuery; CloudKit Web Services Reference, Querying records",
      remedy: "Declare the record type, or mend the query.",
      bad: .query("title STRING", recordType: "Feeds"),
      good: .query("title STRING")))
}
