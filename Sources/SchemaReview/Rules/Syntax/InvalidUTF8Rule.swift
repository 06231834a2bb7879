import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// The file is not UTF-8.
  static let invalidUTF8 = SchemaRule(
    RuleDocumentation(
      id: "invalid-utf8",
      summary: "the file is not UTF-8",
      severity: .error, evidence: .reported,
      why: "CloudKit takes UTF-8; in another encoding names and comments become other characters.",
      source: "reports of refused uploads; every export is UTF-8",
      remedy: "Save the file as UTF-8.",
      bad: """
        DEFINE SCHEMA
        // Caf�.
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        // Café.
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world"
        );
        """), scope: .syntax
  )
}
