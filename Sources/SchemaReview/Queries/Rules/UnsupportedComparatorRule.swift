import CloudKitSchema
import Diagnostics

extension QueryRule {
  static let unsupportedComparator = QueryRule(
    RuleDocumentation(
      id: "unsupported-comparator",
      summary: "CloudKit has no such comparison, or not of such a field",
      severity: .error, evidence: .documented,
      why: "CloudKit has AND and a fixed set of comparators: no OR, no parts of words, no patterns.",
      source: "Apple, CKQuery; CloudKit Web Services Reference, Querying records",
      remedy: "Ask by a comparator CloudKit has, or twice, or filter in the app.",
      bad: .query("title STRING QUERYABLE", filter: #"{"field": "title", "comparator": "CONTAINS[cd]"}"#),
      good: .query(
        "title STRING QUERYABLE SEARCHABLE", filter: #"{"field": "title", "comparator": "CONTAINS_ALL_TOKENS"}"#)))
}
