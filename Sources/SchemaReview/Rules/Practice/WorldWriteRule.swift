import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let worldWrite = SchemaRule(
    RuleDocumentation(
      id: "world-write",
      summary: "anyone can change or delete records",
      severity: .error, evidence: .documented,
      why: "WRITE to _world lets anyone with the app change and delete every record without signing in.",
      source: .schemaGuide("Roles and permissions"),
      remedy: "Grant WRITE to _creator or to a custom role.",
      bad: .recordType(grant: #"READ, WRITE TO "_world""#),
      good: .recordType())
  ) { file, _ in
    file.findingsInGrants({ type, grant in
      guard grant.permissions.contains(.write), grant.systemRole == .world else { return nil }
      return Finding(
        message: "anyone, signed in or not, can change or delete '\(file.shownName(type.name))' records",
        range: file.range(of: grant), help: "grant WRITE to _creator or to a custom role")
    })
  }
}
