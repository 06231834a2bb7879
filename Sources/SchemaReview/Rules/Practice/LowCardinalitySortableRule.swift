import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let lowCardinalitySortable = SchemaRule(
    RuleDocumentation(
      id: "low-cardinality-sortable",
      summary: "a flag is SORTABLE",
      severity: .info, evidence: .assumed,
      why: "A field that is 0 or 1 orders nothing; equality needs QUERYABLE.",
      source: .realSchemas,
      remedy: "Write QUERYABLE, or leave SORTABLE out.",
      bad: .recordType("isActive INT64 SORTABLE,"),
      good: .recordType("isActive INT64 QUERYABLE,"))
  ) { file in
    file.findingsInFields({ field in
      guard field.indexes.contains(.sortable), field.type == FieldType(.int64) else { return nil }
      let name = file.nameRange(field.name)
      let prefix = file.name(field.name, startsWith: "is") ? 2 : file.name(field.name, startsWith: "has") ? 3 : nil
      guard let prefix, name.start + prefix < name.end,
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(file.source.bytes[name.start + prefix])
      else { return nil }
      return Finding(
        message: "the flag '\(file.shownName(field.name))' is SORTABLE", range: file.range(of: field.optionTokens),
        help: "0 and 1 order nothing; QUERYABLE serves equality")
    })
  }
}
