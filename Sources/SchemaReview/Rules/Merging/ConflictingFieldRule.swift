import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// Two files declare one field differently.
  static let conflictingField = SchemaRule(
    RuleDocumentation(
      id: "conflicting-field",
      summary: "two files declare one field differently",
      severity: .error, evidence: .documented,
      why: "A field has one type and one set of indexes; a merge does not decide which file is right.",
      source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\": an import replaces the schema",
      remedy: "Make the lines the same, or take one out.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          score INT64,
          GRANT READ TO "_world"
        );
        --- fragment ---
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          score DOUBLE,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          score INT64,
          GRANT READ TO "_world"
        );
        --- fragment ---
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          score INT64,
          GRANT READ TO "_world"
        );
        """), scope: .merging
  )
}
