import CloudKitSchema
import Diagnostics

extension SchemaRule {
  private static let maximumIndexes = RuleOption(
    "limit", "maximum indexes per record type", standard: .number(20))

  static let indexBloat = SchemaRule(
    RuleDocumentation(
      id: "index-bloat",
      summary: "a record type has more than 20 indexes",
      severity: .warning, evidence: .assumed,
      why: """
        Every index adds storage and write time for each record. The rule ignores record types of Core Data, which \
        indexes every attribute.
        """,
      source: .realSchemas,
      remedy: "Remove the indexes that no query uses.",
      bad: .recordType((0..<10).map { "f\($0) STRING QUERYABLE SORTABLE," }.joined(separator: "\n  ")),
      good: .recordType("f0 STRING QUERYABLE SORTABLE,"), options: [maximumIndexes]), skipsGenerated: true
  ) { file, settings in
    let limit = maximumIndexes.number(in: settings)
    return file.findingsInTypes({ type in
      let count = file.fields[type.fields].reduce(0) { $0 + $1.indexes.rawValue.nonzeroBitCount }
      guard count > limit else { return nil }
      return Finding(
        message: "'\(file.shownName(type.name))' has \(count) indexes", range: file.tokens[type.name].range,
        help: "each index adds storage and write time; remove those that no query uses")
    })
  }
}
