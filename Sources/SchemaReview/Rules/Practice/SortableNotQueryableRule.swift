import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// A field is SORTABLE and not QUERYABLE.
  static let sortableNotQueryable = SchemaRule(
    RuleDocumentation(
      id: "sortable-not-queryable",
      summary: "a field is SORTABLE and not QUERYABLE",
      severity: .info, evidence: .assumed,
      why: """
        Order and ranges are served by SORTABLE; a comparison for equality may be refused. A field\
         that is only ordered by needs no more, so the rule is opt-in.
        """,
      source: "our reading of real schemas; not verified against Apple's validator",
      remedy: "Add QUERYABLE where the field is compared for equality.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          score INT64 SORTABLE,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          score INT64 QUERYABLE SORTABLE,
          GRANT READ TO "_world"
        );
        """), isOptIn: true
  ) { file in
    file.findingsInFields({ field in
      guard field.indexes.contains(.sortable), !field.indexes.contains(.queryable), let type = field.type,
        !type.isEncrypted
      else { return nil }
      return Finding(
        message: "equality filters on '\(file.shownName(field.name))' may be refused: it is not QUERYABLE",
        range: file.range(of: field.optionTokens), help: "add QUERYABLE where it is compared for equality")
    })
  }
}
