import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let worldCreate = SchemaRule(
    RuleDocumentation(
      id: "world-create",
      summary: "anyone can create records",
      severity: .error, evidence: .documented,
      why: "CREATE to _world lets anyone with the app fill the database without signing in.",
      source: .schemaGuide("Roles and permissions"),
      remedy: "Grant CREATE to _icloud or to a custom role.",
      bad: .recordType(grant: #"READ, CREATE TO "_world""#),
      good: .recordType())
  ) { file, _ in
    file.findingsInGrants({ type, grant in
      guard grant.permissions.contains(.create), grant.systemRole == .world else { return nil }
      return Finding(
        message: "anyone, signed in or not, can create '\(file.shownName(type.name))' records",
        range: file.range(of: grant), help: "grant CREATE to _icloud or to a custom role")
    })
  }
}
