package import Diagnostics

/// Rules about declared queries and the indexes they use.
extension Rule {
  /// Sorted by id.
  package static let ofQueries: [Rule] = [
    .duplicateQuery, .noMatchingQuery, .queryName, .unknownField, .unknownOrder, .unknownRecordType, .unservedFilter,
    .unservedSort, .unsupportedComparator, .unusedIndex,
  ]

  static let duplicateQuery = Rule(
    "duplicate-query", .error, .documented, "two queries of a schema have the same name",
    why: "Findings name queries, so that a name must identify one query.",
    source: .queryManifest,
    remedy: "Give each query its own name, or remove the repetition.",
    bad: .manifest("feeds", "feeds"), good: .manifest("feeds", "newest"), scope: .queries)

  static let noMatchingQuery = Rule(
    "no-matching-query", .error, .documented, "a manifest has no query for a schema",
    why: "The run checks nothing. The schema file may have another name than in the manifest.",
    source: .queryManifest,
    remedy: "Pass the name that the manifest uses with --schema-name, or correct the key 'schema' of the queries.",
    bad: .manifest("feeds", of: "production"), good: .manifest("feeds"), scope: .queries)

  static let queryName = Rule(
    "query-name", .error, .documented, "the name of a query is not lower-case words joined by hyphens",
    why: "Findings, reports and commands name queries.",
    source: .queryManifest,
    remedy: "Use lower-case letters, digits and hyphens.",
    bad: .manifest("All feeds"), good: .manifest("feeds"), scope: .queries)

  static let unknownField = Rule(
    "unknown-field", .error, .documented, "a query uses a field that the record type does not declare",
    why: "CloudKit returns an error for the query.",
    source: "Apple, CKQuery; CloudKit Web Services Reference, Querying records",
    remedy: "Declare the field, or correct the query.",
    bad: .query("title STRING QUERYABLE", filter: #"{"field": "tilte", "comparator": "EQUALS"}"#),
    good: .query("title STRING QUERYABLE", filter: #"{"field": "title", "comparator": "EQUALS"}"#), scope: .queries)

  static let unknownOrder = Rule(
    "unknown-order", .error, .documented, "a sort order is neither ascending nor descending",
    why: "The manifest does not state the order that the app requests.",
    source: .queryManifest,
    remedy: "Use ascending or descending.",
    bad: .query("rank INT64 SORTABLE", sort: #"{"field": "rank", "order": "up"}"#),
    good: .query("rank INT64 SORTABLE", sort: #"{"field": "rank", "order": "ascending"}"#), scope: .queries)

  static let unknownRecordType = Rule(
    "unknown-record-type", .error, .documented, "a query uses a record type that the schema does not declare",
    why: "CloudKit returns an error for the query.",
    source: "Apple, CKQuery; CloudKit Web Services Reference, Querying records",
    remedy: "Declare the record type, or correct the query.",
    bad: .query("title STRING", recordType: "Feeds"),
    good: .query("title STRING"), scope: .queries)

  static let unservedFilter = Rule(
    "unserved-filter", .error, .documented, "a filter lacks the index it needs",
    why: """
      CloudKit refuses the query when an app runs it. Apple documents QUERYABLE for equality, SORTABLE for ranges and \
      SEARCHABLE for words. Whether SORTABLE alone serves a range is unknown, so that case is a warning.
      """,
    source: .schemaGuide("Indexes"),
    remedy: "Add the index that the message names, or filter by another field.",
    bad: .query("title STRING", filter: #"{"field": "title", "comparator": "EQUALS"}"#),
    good: .query("title STRING QUERYABLE", filter: #"{"field": "title", "comparator": "EQUALS"}"#), scope: .queries)

  static let unservedSort = Rule(
    "unserved-sort", .error, .documented, "a query sorts by a field that is not SORTABLE",
    why: "CloudKit refuses the query when an app runs it. It cannot sort by lists.",
    source: .schemaGuide("Indexes"),
    remedy: "Add SORTABLE, or sort in the app.",
    bad: .query("rank INT64", sort: #"{"field": "rank", "order": "ascending"}"#),
    good: .query("rank INT64 SORTABLE", sort: #"{"field": "rank", "order": "ascending"}"#), scope: .queries)

  static let unsupportedComparator = Rule(
    "unsupported-comparator", .error, .documented,
    "CloudKit does not support a comparator, or not for the type of the field",
    why: "CloudKit supports AND and a fixed set of comparators, but no OR, substrings or patterns.",
    source: "Apple, CKQuery; CloudKit Web Services Reference, Querying records",
    remedy: "Use a supported comparator, run several queries, or filter in the app.",
    bad: .query("title STRING QUERYABLE", filter: #"{"field": "title", "comparator": "CONTAINS[cd]"}"#),
    good: .query(
      "title STRING QUERYABLE SEARCHABLE", filter: #"{"field": "title", "comparator": "CONTAINS_ALL_TOKENS"}"#),
    scope: .queries)

  static let unusedIndex = Rule(
    "unused-index", .info, .assumed, "no declared query uses an index",
    why: "Every index adds storage and write time for each record, but an undeclared query may need it.",
    source: "inferred; Apple documents no cost",
    remedy: "Declare the query that uses the index, or remove the index.",
    bad: .query("title STRING QUERYABLE"),
    good: .query("title STRING QUERYABLE", filter: #"{"field": "title", "comparator": "EQUALS"}"#), scope: .queries)
}
