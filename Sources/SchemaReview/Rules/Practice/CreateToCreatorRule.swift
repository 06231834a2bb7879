import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let createToCreator = SchemaRule(
    RuleDocumentation(
      id: "create-to-creator",
      summary: "CREATE is granted to the creator",
      severity: .warning, evidence: .assumed,
      why: "A record has a creator only once it exists, so this grant is likely to let nobody create one.",
      source: .realSchemas,
      remedy: "Grant CREATE to _icloud.",
      bad: .recordType(#"GRANT CREATE TO "_creator","#),
      good: .recordType(#"GRANT CREATE TO "_icloud","#))
  ) { file in
    file.findingsInGrants({ type, grant in
      guard grant.permissions.contains(.create), grant.systemRole == .creator else {
        return nil
      }
      return Finding(
        message:
          "a record has no creator before it exists: the grant lets nobody create '\(file.shownName(type.name))'",
        range: file.range(of: grant), help: "grant CREATE to _icloud")
    })
  }
}
