import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// A field is declared twice.
  static let duplicateField = SchemaRule(
    RuleDocumentation(
      id: "duplicate-field",
      summary: "a field is declared twice",
      severity: .error, evidence: .documented,
      why: "A field is known by its name within its record type.",
      source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\"",
      remedy: "Remove one, or rename it.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          title INT64,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          title STRING,
          GRANT READ TO "_world"
        );
        """), scope: .language
  ) { file in
    file.recordTypes.flatMap { type in
      file.duplicates(file.fields[type.fields].lazy.map(\.name), in: file.name(type.name) + ".") {
        "the field '\($0)' is declared twice in '\(file.shownName(type.name))'"
      }
    }
  }
}
