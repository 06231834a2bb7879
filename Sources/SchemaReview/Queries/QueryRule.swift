package import Diagnostics

/// A check of declared queries and of the indexes they use.
package struct QueryRule: Sendable {
  /// The documentation; its examples are a schema and a manifest, separated by a line `--- queries ---`.
  package let documentation: RuleDocumentation

  init(_ documentation: RuleDocumentation) { self.documentation = documentation }

  /// The id, in kebab case; its meaning never changes.
  var id: String { documentation.id }
}

extension QueryRule {
  /// Every rule, sorted by id.
  package static let all: [QueryRule] = [
    .unknownField, .unknownOrder, .unknownRecordType, .unservedFilter, .unservedSort, .unsupportedComparator,
    .unusedIndex,
  ]

  static let unknownField = QueryRule(
    RuleDocumentation(
      id: "unknown-field",
      summary: "a query uses a field that the record type does not declare",
      severity: .error, evidence: .documented,
      why: "CloudKit returns an error for the query.",
      source: "Apple, CKQuery; CloudKit Web Services Reference, Querying records",
      remedy: "Declare the field, or correct the query.",
      bad: .query("title STRING QUERYABLE", filter: #"{"field": "tilte", "comparator": "EQUALS"}"#),
      good: .query("title STRING QUERYABLE", filter: #"{"field": "title", "comparator": "EQUALS"}"#)))

  static let unknownOrder = QueryRule(
    RuleDocumentation(
      id: "unknown-order",
      summary: "a sort order is neither ascending nor descending",
      severity: .error, evidence: .documented,
      why: "The manifest does not state the order that the app requests.",
      source: "the manifest format of 'celestra-admin schema queries'",
      remedy: "Use ascending or descending.",
      bad: .query("rank INT64 SORTABLE", sort: #"{"field": "rank", "order": "up"}"#),
      good: .query("rank INT64 SORTABLE", sort: #"{"field": "rank", "order": "ascending"}"#)))

  static let unknownRecordType = QueryRule(
    RuleDocumentation(
      id: "unknown-record-type",
      summary: "a query uses a record type that the schema does not declare",
      severity: .error, evidence: .documented,
      why: "CloudKit returns an error for the query.",
      source: "Apple, CKQuery; CloudKit Web Services Reference, Querying records",
      remedy: "Declare the record type, or correct the query.",
      bad: .query("title STRING", recordType: "Feeds"),
      good: .query("title STRING")))

  static let unservedFilter = QueryRule(
    RuleDocumentation(
      id: "unserved-filter",
      summary: "a filter lacks the index it needs",
      severity: .error, evidence: .documented,
      why: """
        CloudKit refuses the query when an app runs it. Whether SORTABLE alone serves a range is unknown, so that case is \
        a warning.
        """,
      source: .schemaGuide("Indexes"),
      remedy: "Add the index that the message names, or filter by another field.",
      bad: .query("title STRING", filter: #"{"field": "title", "comparator": "EQUALS"}"#),
      good: .query("title STRING QUERYABLE", filter: #"{"field": "title", "comparator": "EQUALS"}"#)))

  static let unservedSort = QueryRule(
    RuleDocumentation(
      id: "unserved-sort",
      summary: "a query sorts by a field that is not SORTABLE",
      severity: .error, evidence: .documented,
      why: "CloudKit refuses the query when an app runs it. It cannot sort by lists.",
      source: .schemaGuide("Indexes"),
      remedy: "Add SORTABLE, or sort in the app.",
      bad: .query("rank INT64", sort: #"{"field": "rank", "order": "ascending"}"#),
      good: .query("rank INT64 SORTABLE", sort: #"{"field": "rank", "order": "ascending"}"#)))

  static let unsupportedComparator = QueryRule(
    RuleDocumentation(
      id: "unsupported-comparator",
      summary: "CloudKit does not support a comparator, or not for the type of the field",
      severity: .error, evidence: .documented,
      why: "CloudKit supports AND and a fixed set of comparators, but no OR, substrings or patterns.",
      source: "Apple, CKQuery; CloudKit Web Services Reference, Querying records",
      remedy: "Use a supported comparator, run several queries, or filter in the app.",
      bad: .query("title STRING QUERYABLE", filter: #"{"field": "title", "comparator": "CONTAINS[cd]"}"#),
      good: .query(
        "title STRING QUERYABLE SEARCHABLE", filter: #"{"field": "title", "comparator": "CONTAINS_ALL_TOKENS"}"#)))

  static let unusedIndex = QueryRule(
    RuleDocumentation(
      id: "unused-index",
      summary: "no declared query uses an index",
      severity: .info, evidence: .assumed,
      why: "Every index adds storage and write time for each record, but an undeclared query may need it.",
      source: "inferred; Apple documents no cost",
      remedy: "Declare the query that uses the index, or remove the index.",
      bad: .query("title STRING QUERYABLE"),
      good: .query("title STRING QUERYABLE", filter: #"{"field": "title", "comparator": "EQUALS"}"#)))
}
