import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let sortableNotQueryable = SchemaRule(
    RuleDocumentation(
      id: "sortable-not-queryable",
      summary: "a field is SORTABLE but not QUERYABLE",
      severity: .info, evidence: .assumed,
      why: """
        SORTABLE serves sorting and ranges, but CloudKit may refuse equality filters. A field used only for sorting \
        needs no other index, so the rule is opt-in.
        """,
      source: .realSchemas,
      remedy: "Add QUERYABLE if a query compares the field for equality.",
      bad: .recordType("score INT64 SORTABLE,"),
      good: .recordType("score INT64 QUERYABLE SORTABLE,")), isOptIn: true
  ) { file, _ in
    file.findingsInFields({ field in
      guard field.indexes.contains(.sortable), !field.indexes.contains(.queryable), let type = field.type,
        !type.isEncrypted
      else { return nil }
      return Finding(
        message: "CloudKit may refuse equality filters on '\(file.shownName(field.name))', which is not QUERYABLE",
        range: file.range(of: field.optionTokens), help: "add QUERYABLE if a query compares the field for equality")
    })
  }
}
