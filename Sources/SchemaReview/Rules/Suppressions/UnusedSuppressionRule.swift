import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// A suppression silences nothing.
  static let unusedSuppression = SchemaRule(
    RuleDocumentation(
      id: "unused-suppression",
      summary: "a suppression silences nothing",
      severity: .warning, evidence: .documented,
      why: "It would silence the next finding of its rule unseen.",
      source: "README.md, Suppressing a finding",
      remedy: "Remove the comment.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          // ckdb:ignore number-type -- in production
          count INT64,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          // ckdb:ignore number-type -- in production
          count NUMBER,
          GRANT READ TO "_world"
        );
        """), scope: .suppression
  )
}
