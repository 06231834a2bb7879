import CloudKitSchema
import Diagnostics

extension SchemaRule {
  private static let mostIndexes = RuleOption("limit", "indexes a record type may have", standard: .number(20))

  /// A record type has many indexes.
  static let indexBloat = SchemaRule(
    RuleDocumentation(
      id: "index-bloat",
      summary: "a record type has more than 20 indexes",
      severity: .warning, evidence: .assumed,
      why: "Every index costs space and time with each record that is written.",
      source: .realSchemas,
      remedy: "Drop the indexes no query uses.",
      bad: .recordType(
        "f0 STRING QUERYABLE SORTABLE,", "f1 STRING QUERYABLE SORTABLE,", "f2 STRING QUERYABLE SORTABLE,",
        "f3 STRING QUERYABLE SORTABLE,", "f4 STRING QUERYABLE SORTABLE,", "f5 STRING QUERYABLE SORTABLE,",
        "f6 STRING QUERYABLE SORTABLE,", "f7 STRING QUERYABLE SORTABLE,", "f8 STRING QUERYABLE SORTABLE,",
        "f9 STRING QUERYABLE SORTABLE,"),
      good: .recordType("f0 STRING QUERYABLE SORTABLE,"), options: [mostIndexes])
  ) { file, settings in
    let limit = mostIndexes.number(in: settings)
    return file.findingsInTypes({ type in
      let count = file.fields[type.fields].reduce(0) { $0 + $1.indexes.rawValue.nonzeroBitCount }
      guard count > limit else { return nil }
      return Finding(
        message: "'\(file.shownName(type.name))' has \(count) indexes", range: file.tokens[type.name].range,
        help: "each costs space and time with every write; drop those no query uses")
    })
  }
}
