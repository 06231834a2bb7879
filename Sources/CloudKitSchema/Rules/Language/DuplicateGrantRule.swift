import Diagnostics

extension SchemaRule {
  /// A record type has several grants for one role.
  static let duplicateGrant = SchemaRule(
    RuleDocumentation(
      id: "duplicate-grant",
      summary: "a record type has several grants for one role",
      severity: .warning, evidence: .documented,
      why: """
        Grants to one role add up, which is easily overlooked when one of them is removed.
        """,
      source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\"",
      remedy: "Write one GRANT with all permissions.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_creator",
          GRANT WRITE TO "_creator",
          GRANT READ TO "_world"
        );
        """,
      good: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ, WRITE TO "_creator",
          GRANT READ TO "_world"
        );
        """), scope: .language
  ) { file in
    file.recordTypes.flatMap { type in
      let grants = file.grants[type.grants].map { $0.role }
      return file.duplicates(grants, in: file.name(type.name) + ":", help: "write one GRANT with all permissions") {
        "'\(file.shownName(type.name))' has several grants for '\($0)'"
      }
    }
  }
}
