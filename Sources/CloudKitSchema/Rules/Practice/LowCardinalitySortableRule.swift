import Diagnostics

extension SchemaRule {
  /// A flag is SORTABLE.
  static let lowCardinalitySortable = SchemaRule(
    RuleDocumentation(
      id: "low-cardinality-sortable",
      summary: "a flag is SORTABLE",
      severity: .info, evidence: .assumed,
      why: "A field that is 0 or 1 orders nothing; equality needs QUERYABLE.",
      source: "our reading of real schemas; not verified against Apple's validator",
      remedy: "Write QUERYABLE, or leave SORTABLE out.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          isActive INT64 SORTABLE,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          isActive INT64 QUERYABLE,
          GRANT READ TO "_world"
        );
        """)
  ) { file in
    file.findingsInFields({ field in
      guard field.indexes.contains(.sortable), field.type == FieldType(.int64) else { return nil }
      let name = file.name(field.name)
      let rest = ["is", "has"].lazy.filter(name.hasPrefix).first.map { name.utf8.dropFirst($0.utf8.count) }
      guard let first = rest?.first, (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(first) else { return nil }
      return Finding(
        message: "the flag '\(SyntaxMistake.shown(name))' is SORTABLE", range: file.range(of: field.optionTokens),
        help: "0 and 1 order nothing; QUERYABLE serves equality")
    })
  }
}
