import Diagnostics

extension SchemaRule {
  /// A role is created and granted nothing.
  static let unusedRole = SchemaRule(
    RuleDocumentation(
      id: "unused-role",
      summary: "a role is created and granted nothing",
      severity: .warning, evidence: .documented,
      why: "A role without a grant does nothing, and reads as if it did.",
      source: """
        Apple, "Integrating a Text-Based Schema into Your Workflow", Roles and permissions
        """,
      remedy: "Grant it something, or remove it.",
      bad: """
        DEFINE SCHEMA
        CREATE ROLE Admin;
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        CREATE ROLE Admin;
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT WRITE TO Admin,
          GRANT READ TO "_world"
        );
        """)
  ) { file in
    let granted = Set(file.grants.lazy.map { file.name($0.role) })
    return file.roles.compactMap { role in
      let name = file.name(role.name)
      guard !granted.contains(name), !file.recordTypes.isEmpty else { return nil }
      return Finding(
        message: "the role '\(SyntaxMistake.shown(name))' is granted nothing", range: file.tokens[role.name].range,
        help: "grant it something, or remove it", subject: name)
    }
  }
}
