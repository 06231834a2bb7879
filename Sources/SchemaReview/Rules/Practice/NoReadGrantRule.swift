import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let noReadGrant = SchemaRule(
    RuleDocumentation(
      id: "no-read-grant",
      summary: "nobody may read a record type",
      severity: .warning, evidence: .documented,
      why: "Grants that let records be made but not read are rarely meant.",
      source: .schemaGuide("Roles and permissions"),
      remedy: "Grant READ to those who are to see the records.",
      bad: .recordType(grant: #"CREATE TO "_icloud""#),
      good: .recordType(#"GRANT CREATE TO "_icloud","#))
  ) { file in
    file.findingsInTypes({ type in
      let grants = file.grants[type.grants]
      guard !grants.isEmpty, !grants.contains(where: { $0.permissions.contains(.read) }) else { return nil }
      return Finding(
        message: "no role may read '\(file.shownName(type.name))'", range: file.tokens[type.name].range,
        help: "grant READ to those who are to see the records")
    })
  }
}
