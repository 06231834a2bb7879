import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// A suppression names a rule that does not exist.
  static let unknownRuleId = SchemaRule(
    RuleDocumentation(
      id: "unknown-rule-id",
      summary: "a suppression names a rule that does not exist",
      severity: .warning, evidence: .documented,
      why: "It silences nothing, whoever wrote it believes it does.",
      source: "README.md, Suppressing a finding",
      remedy: "Write the id of a rule: schema rules lists them.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          // ckdb:ignore numbertype -- in production
          count INT64,
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
        """), scope: .suppression
  )
}
