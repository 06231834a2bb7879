import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let authenticatedWrite = SchemaRule(
    RuleDocumentation(
      id: "authenticated-write",
      summary: "any signed-in user can change or delete records",
      severity: .warning, evidence: .documented,
      why: "WRITE to _icloud lets every signed-in user change and delete every record of the type, not only their own.",
      source: .schemaGuide("Roles and permissions"),
      remedy: "Grant WRITE to _creator or to a custom role.",
      bad: .recordType(#"GRANT WRITE TO "_icloud","#),
      good: .recordType(#"GRANT WRITE TO "_creator","#))
  ) { file, _ in
    file.findingsInGrants({ type, grant in
      guard grant.permissions.contains(.write), grant.systemRole == .icloud else { return nil }
      return Finding(
        message: "any signed-in user can change or delete '\(file.shownName(type.name))' records",
        range: file.range(of: grant), help: "grant WRITE to _creator or to a custom role")
    })
  }
}
