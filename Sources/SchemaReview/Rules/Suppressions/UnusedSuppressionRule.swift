import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let unusedSuppression = SchemaRule(
    RuleDocumentation(
      id: "unused-suppression",
      summary: "a suppression silences nothing",
      severity: .warning, evidence: .documented,
      why: "It would silence the next finding of its rule unseen.",
      source: "README.md, Suppressing a finding",
      remedy: "Remove the comment.",
      bad: .recordType("// ckdb:ignore number-type -- in production", "count INT64,"),
      good: .recordType("// ckdb:ignore number-type -- in production", "count NUMBER,")), scope: .suppression
  )
}
