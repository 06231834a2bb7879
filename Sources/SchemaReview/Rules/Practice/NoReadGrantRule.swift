import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let noReadGrant = SchemaRule(
    RuleDocumentation(
      id: "no-read-grant",
      summary: "no role can read a record type",
      severity: .warning, evidence: .documented,
      why: "Grants that allow creating or changing records, but not reading them, are rarely intended.",
      source: .schemaGuide("Roles and permissions"),
      remedy: "Grant READ to the roles that need the records.",
      bad: .recordType(grant: #"CREATE TO "_icloud""#),
      good: .recordType(#"GRANT CREATE TO "_icloud","#))
  ) { file, _ in
    file.findingsInTypes({ type in
      let grants = file.grants[type.grants]
      guard !grants.isEmpty, !grants.contains(where: { $0.permissions.contains(.read) }) else { return nil }
      return Finding(
        message: "no role can read '\(file.shownName(type.name))'", range: file.tokens[type.name].range,
        help: "grant READ to the roles that need the records")
    })
  }
}
