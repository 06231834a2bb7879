import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let lowCardinalitySortable = SchemaRule(
    RuleDocumentation(
      id: "low-cardinality-sortable",
      summary: "a flag is SORTABLE",
      severity: .info, evidence: .assumed,
      why: "Sorting by a field that is 0 or 1 is not useful; equality filters need QUERYABLE.",
      source: .realSchemas,
      remedy: "Use QUERYABLE, or remove SORTABLE.",
      bad: .recordType("isActive INT64 SORTABLE,"),
      good: .recordType("isActive INT64 QUERYABLE,")), skipsGenerated: true
  ) { file, _ in
    file.findingsInFields({ field in
      guard field.indexes.contains(.sortable), field.type == FieldType(.int64) else { return nil }
      let name = file.nameRange(field.name)
      let prefix = file.name(field.name, startsWith: "is") ? 2 : file.name(field.name, startsWith: "has") ? 3 : nil
      guard let prefix, name.start + prefix < name.end,
        (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(file.source.bytes[name.start + prefix])
      else { return nil }
      return Finding(
        message: "the flag '\(file.shownName(field.name))' is SORTABLE", range: file.range(of: field.optionTokens),
        help: "sorting by 0 and 1 is not useful; equality filters need QUERYABLE")
    })
  }
}
