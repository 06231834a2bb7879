import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let unknownRuleId = SchemaRule(
    RuleDocumentation(
      id: "unknown-rule-id",
      summary: "a suppression names a rule that does not exist",
      severity: .warning, evidence: .documented,
      why: "It silences nothing, whoever wrote it believes it does.",
      source: "README.md, Suppressing a finding",
      remedy: "Write the id of a rule: schema rules lists them.",
      bad: .recordType("// ckdb:ignore numbertype -- in production", "count INT64,"),
      good: .recordType("title STRING,")), scope: .suppression
  )
}
