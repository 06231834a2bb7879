import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let numberType = SchemaRule(
    RuleDocumentation(
      id: "number-type",
      summary: "a field is a NUMBER",
      severity: .warning, evidence: .documented,
      why: "Apple advises against NUMBER in new fields: INT64 and DOUBLE say which of the two it is.",
      source: .schemaGuide("Types"),
      remedy: "Write INT64 or DOUBLE, where the field is not in production yet.",
      bad: .recordType("count NUMBER,"),
      good: .recordType("count INT64,"))
  ) { file in
    file.findingsInFields({ field in
      guard field.type?.primitive == .number else { return nil }
      return Finding(
        message: "'\(file.shownName(field.name))' is a NUMBER", range: file.range(of: field.typeTokens),
        help: "write INT64 or DOUBLE, unless the field is in production")
    })
  }
}
