import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let sortableNotQueryable = SchemaRule(
    RuleDocumentation(
      id: "sortable-not-queryable",
      summary: "a field is SORTABLE and not QUERYABLE",
      severity: .info, evidence: .assumed,
      why: """
        Order and ranges are served by SORTABLE; a comparison for equality may be refused. A field\
         that is only ordered by needs no more, so the rule is opt-in.
        """,
      source: .realSchemas,
      remedy: "Add QUERYABLE where the field is compared for equality.",
      bad: .recordType("score INT64 SORTABLE,"),
      good: .recordType("score INT64 QUERYABLE SORTABLE,")), isOptIn: true
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
