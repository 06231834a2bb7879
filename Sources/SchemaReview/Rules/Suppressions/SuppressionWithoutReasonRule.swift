import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// A suppression names no rule or gives no reason.
  static let suppressionWithoutReason = SchemaRule(
    RuleDocumentation(
      id: "suppression-without-reason",
      summary: "a suppression names no rule or gives no reason",
      severity: .warning, evidence: .documented,
      why: """
        Without its reason nobody can tell later whether it still holds; it silences nothing.
        """,
      source: "README.md, Suppressing a finding",
      remedy: "Write it so: ckdb:ignore rule-id -- reason.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          // ckdb:ignore number-type
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
