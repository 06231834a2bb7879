import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let createToCreator = SchemaRule(
    RuleDocumentation(
      id: "create-to-creator",
      summary: "CREATE is granted to _creator",
      severity: .warning, evidence: .assumed,
      why: "A record has no creator until it exists, so this grant probably lets no one create records.",
      source: .realSchemas,
      remedy: "Grant CREATE to _icloud.",
      bad: .recordType(#"GRANT CREATE TO "_creator","#),
      good: .recordType(#"GRANT CREATE TO "_icloud","#))
  ) { file, _ in
    file.findingsInGrants({ type, grant in
      guard grant.permissions.contains(.create), grant.systemRole == .creator else { return nil }
      return Finding(
        message: "granting CREATE to _creator probably lets no one create '\(file.shownName(type.name))' records",
        range: file.range(of: grant), help: "grant CREATE to _icloud")
    })
  }
}
