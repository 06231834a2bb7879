import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// Anyone may change or delete records.
  static let worldWrite = SchemaRule(
    RuleDocumentation(
      id: "world-write",
      summary: "anyone may change or delete records",
      severity: .error, evidence: .documented,
      why: """
        WRITE to _world lets whoever has the app change and delete every record, without signing in.
        """,
      source: """
        Apple, "Integrating a Text-Based Schema into Your Workflow", Roles and permissions
        """,
      remedy: "Grant WRITE to _creator or to a role of your own.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ, WRITE TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world"
        );
        """)
  ) { file in
    file.findingsInGrants({ type, grant in
      guard grant.permissions.contains(.write), grant.systemRole == .world else { return nil }
      return Finding(
        message: "anyone, signed in or not, may change and delete every '\(file.shownName(type.name))'",
        range: file.range(of: grant), help: "grant WRITE to _creator, or to a role of your own")
    })
  }
}
