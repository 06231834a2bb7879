import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let noGrants = SchemaRule(
    RuleDocumentation(
      id: "no-grants",
      summary: "a record type has no grants",
      severity: .warning, evidence: .documented,
      why: """
        Without grants, no one can read or create the records in the public database. The rule is a warning because a \
        type may be used only in private databases.
        """,
      source: .schemaGuide("Roles and permissions"),
      remedy: "Add grants, such as GRANT READ TO \"_world\".",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE
        );
        """,
      good: .recordType()), skipsGenerated: true
  ) { file, _ in
    file.findingsInTypes({ type in
      guard type.grants.isEmpty else { return nil }
      return Finding(
        message: "'\(file.shownName(type.name))' has no grants, so no one can use it in the public database",
        range: file.tokens[type.name].range, help: "add grants, such as GRANT READ TO \"_world\"")
    })
  }
}
