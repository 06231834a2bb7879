import Diagnostics

/// Rules that `LintRun` checks.
extension SchemaRule {
  static let suppressionWithoutReason = SchemaRule(
    RuleDocumentation(
      id: "suppression-without-reason",
      summary: "a suppression names no rule or gives no reason",
      severity: .warning, evidence: .documented,
      why: "Without a reason, a reader cannot tell later whether the suppression still applies, so it has no effect.",
      source: .documentation("Suppress a finding"),
      remedy: "Write ckdb:ignore rule-id -- reason.",
      bad: .recordType("// ckdb:ignore number-type", "count INT64,"),
      good: .recordType("title STRING,")), scope: .suppression
  )

  static let unknownRuleId = SchemaRule(
    RuleDocumentation(
      id: "unknown-rule-id",
      summary: "a suppression names an unknown rule",
      severity: .warning, evidence: .documented,
      why: "The suppression has no effect.",
      source: .documentation("Suppress a finding"),
      remedy: "Use a rule id listed by 'celestra-admin schema rules'.",
      bad: .recordType("// ckdb:ignore numbertype -- in production", "count INT64,"),
      good: .recordType("title STRING,")), scope: .suppression
  )

  static let unusedSuppression = SchemaRule(
    RuleDocumentation(
      id: "unused-suppression",
      summary: "a suppression matches no finding",
      severity: .warning, evidence: .documented,
      why: "The suppression would hide the next finding of its rule.",
      source: .documentation("Suppress a finding"),
      remedy: "Remove the comment.",
      bad: .recordType("// ckdb:ignore number-type -- in production", "count INT64,"),
      good: .recordType("// ckdb:ignore number-type -- in production", "count NUMBER,")), scope: .suppression
  )
}
