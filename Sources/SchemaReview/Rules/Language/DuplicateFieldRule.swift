import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let duplicateField = SchemaRule(
    RuleDocumentation(
      id: "duplicate-field",
      summary: "a field is declared twice",
      severity: .error, evidence: .documented,
      why: "A field is known by its name within its record type.",
      source: .schemaGuide(),
      remedy: "Remove one, or rename it.",
      bad: .recordType("title STRING,", "title INT64,"),
      good: .recordType("title STRING,")), scope: .language
  ) { file in
    file.recordTypes.flatMap { type in
      file.duplicates(file.fields[type.fields].lazy.map(\.name), in: file.name(type.name) + ".") {
        "the field '\($0)' is declared twice in '\(file.shownName(type.name))'"
      }
    }
  }
}
