import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let noGrants = SchemaRule(
    RuleDocumentation(
      id: "no-grants",
      summary: "a record type has no grant",
      severity: .warning, evidence: .documented,
      why: """
        Without a grant nobody may read or make such records in the public database. It is a \
        warning, since a type may be meant for private databases only.
        """,
      source: .schemaGuide("Roles and permissions"),
      remedy: "Add grants, such as GRANT READ TO \"_world\".",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE
        );
        """,
      good: .recordType())
  ) { file in
    file.findingsInTypes({ type in
      guard type.grants.isEmpty else { return nil }
      return Finding(
        message: "nobody has a grant for '\(file.shownName(type.name))' in the public database",
        range: file.tokens[type.name].range, help: "add grants, such as GRANT READ TO \"_world\"")
    })
  }
}
