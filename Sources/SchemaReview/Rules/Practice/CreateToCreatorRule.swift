import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// CREATE is granted to the creator.
  static let createToCreator = SchemaRule(
    RuleDocumentation(
      id: "create-to-creator",
      summary: "CREATE is granted to the creator",
      severity: .warning, evidence: .assumed,
      why: """
        A record has a creator only once it exists, so this grant is likely to let nobody create \
        one.
        """,
      source: "our reading of real schemas; not verified against Apple's validator",
      remedy: "Grant CREATE to _icloud.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT CREATE TO "_creator",
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT CREATE TO "_icloud",
          GRANT READ TO "_world"
        );
        """)
  ) { file in
    file.findingsInGrants({ type, grant in
      guard grant.permissions.contains(.create), grant.systemRole == .creator else {
        return nil
      }
      return Finding(
        message:
          "a record has no creator before it exists: the grant lets nobody create '\(file.shownName(type.name))'",
        range: file.range(of: grant), help: "grant CREATE to _icloud")
    })
  }
}
