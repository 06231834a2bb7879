import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// A role is created twice.
  static let duplicateRole = SchemaRule(
    RuleDocumentation(
      id: "duplicate-role",
      summary: "a role is created twice",
      severity: .error, evidence: .documented,
      why: "A role is known by its name.",
      source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\", Roles",
      remedy: "Remove one.",
      bad: """
        DEFINE SCHEMA
        CREATE ROLE Admin;
        CREATE ROLE Admin;
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO Admin
        );
        """,
      good: """
        DEFINE SCHEMA
        CREATE ROLE Admin;
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO Admin
        );
        """), scope: .language
  ) { file in
    file.duplicates(file.roles.map { $0.name }) { "the role '\($0)' is created twice" }
  }
}
