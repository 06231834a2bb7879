import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// Two files grant one role different things.
  static let conflictingGrant = SchemaRule(
    RuleDocumentation(
      id: "conflicting-grant",
      summary: "two files grant one role different things",
      severity: .error, evidence: .documented,
      why: "Adding the grants up would widen access that one of the files keeps narrow.",
      source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\": an import replaces the schema",
      remedy: "Make the grants the same, or take one out.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world"
        );
        --- fragment ---
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ, CREATE TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world"
        );
        --- fragment ---
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world"
        );
        """), scope: .merging
  )
}
