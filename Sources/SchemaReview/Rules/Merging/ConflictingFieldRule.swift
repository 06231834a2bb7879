import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let conflictingField = SchemaRule(
    RuleDocumentation(
      id: "conflicting-field",
      summary: "two files declare one field differently",
      severity: .error, evidence: .documented,
      why: "A field has one type and one set of indexes; a merge does not decide which file is right.",
      source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\": an import replaces the schema",
      remedy: "Make the lines the same, or take one out.",
      bad: .merge(.recordType("score INT64,"), .recordType("score DOUBLE,")),
      good: .merge(.recordType("score INT64,"), .recordType("score INT64,"))), scope: .merging
  )
}
