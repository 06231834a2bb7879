import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let duplicateField = SchemaRule(
    RuleDocumentation(
      id: "duplicate-field",
      summary: "a field is declared twice",
      severity: .error, evidence: .documented,
      why: "A field name must be unique within its record type.",
      source: .schemaGuide(),
      remedy: "Remove or rename one of them.",
      bad: .recordType("title STRING,", "title INT64,"),
      good: .recordType("title STRING,")), scope: .language
  ) { file, _ in
    file.recordTypes.flatMap { type in
      file.duplicates(file.fields[type.fields].lazy.map(\.name), in: file.name(type.name) + ".") { name, _ in
        "the field '\(name)' is declared twice in '\(file.shownName(type.name))'"
      }
    }
  }
}
