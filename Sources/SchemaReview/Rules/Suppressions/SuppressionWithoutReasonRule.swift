import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let suppressionWithoutReason = SchemaRule(
    RuleDocumentation(
      id: "suppression-without-reason",
      summary: "a suppression names no rule or gives no reason",
      severity: .warning, evidence: .documented,
      why: "Without its reason nobody can tell later whether it still holds; it silences nothing.",
      source: "README.md, Suppressing a finding",
      remedy: "Write it so: ckdb:ignore rule-id -- reason.",
      bad: .recordType("// ckdb:ignore number-type", "count INT64,"),
      good: .recordType("title STRING,")), scope: .suppression
  )
}
