import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let systemFieldType = SchemaRule(
    RuleDocumentation(
      id: "system-field-type",
      summary: "a system field is declared with the wrong type",
      severity: .error, evidence: .documented,
      why: "The types of the system fields are fixed.",
      source: .schemaGuide("System Fields"),
      remedy: "Use the type that CloudKit defines.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" STRING QUERYABLE,
          GRANT READ TO "_world"
        );
        """,
      good: .recordType()), scope: .language
  ) { file, _ in
    file.findingsInFields({ field in
      guard let type = field.type, let system = file.systemField(field.name), type != system.type,
        let range = file.range(of: field.typeTokens)
      else { return nil }
      return Finding(
        message: "the system field '\(system.rawValue)' has type \(system.type), not \(type)", range: range,
        help: "write \(system.type)",
        fix: Fix("write \(system.type)", at: range, system.type.description))
    })
  }
}
