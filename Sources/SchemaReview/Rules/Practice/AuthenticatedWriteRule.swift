import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// Every signed-in user may change or delete records.
  static let authenticatedWrite = SchemaRule(
    RuleDocumentation(
      id: "authenticated-write",
      summary: "every signed-in user may change or delete records",
      severity: .warning, evidence: .documented,
      why: """
        WRITE to _icloud lets every signed-in user change and delete every record of the type, not\
         only their own.
        """,
      source: """
        Apple, "Integrating a Text-Based Schema into Your Workflow", Roles and permissions
        """,
      remedy: "Grant WRITE to _creator or to a role of your own.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT WRITE TO "_icloud",
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT WRITE TO "_creator",
          GRANT READ TO "_world"
        );
        """)
  ) { file in
    file.findingsInGrants({ type, grant in
      guard grant.permissions.contains(.write), grant.systemRole == .icloud else { return nil }
      return Finding(
        message: "every signed-in user may change and delete every '\(file.shownName(type.name))'",
        range: file.range(of: grant), help: "grant WRITE to _creator, or to a role of your own")
    })
  }
}
