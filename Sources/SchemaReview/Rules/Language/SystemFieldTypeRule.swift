import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let systemFieldType = SchemaRule(
    RuleDocumentation(
      id: "system-field-type",
      summary: "a system field has another type than CloudKit gives it",
      severity: .error, evidence: .documented,
      why: "The types of the system fields are fixed.",
      source: .schemaGuide("System Fields"),
      remedy: "Write the type CloudKit gives it.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" STRING QUERYABLE,
          GRANT READ TO "_world"
        );
        """,
      good: .recordType()), scope: .language
  ) { file in
    file.findingsInFields({ field in
      guard let type = field.type, let system = file.systemField(field.name), type != system.type,
        let range = file.range(of: field.typeTokens)
      else { return nil }
      return Finding(
        message: "the system field '\(system.rawValue)' is a \(system.type), not a \(type)", range: range,
        help: "write \(system.type)",
        fix: Fix("write \(system.type)", edits: [.init(range: range, replacement: system.type.description)]))
    })
  }
}
