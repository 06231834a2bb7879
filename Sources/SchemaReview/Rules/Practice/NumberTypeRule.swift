import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let numberType = SchemaRule(
    RuleDocumentation(
      id: "number-type",
      summary: "a field has type NUMBER",
      severity: .warning, evidence: .documented,
      why: "Apple advises against NUMBER in new fields: INT64 and DOUBLE state which kind of number a field holds.",
      source: .schemaGuide("Types"),
      remedy: "Use INT64 or DOUBLE if the field is not in production yet.",
      bad: .recordType("count NUMBER,"),
      good: .recordType("count INT64,"))
  ) { file, _ in
    file.findingsInFields({ field in
      guard field.type?.primitive == .number else { return nil }
      return Finding(
        message: "'\(file.shownName(field.name))' has type NUMBER", range: file.range(of: field.typeTokens),
        help: "use INT64 or DOUBLE unless the field is in production")
    })
  }
}
