import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let conflictingGrant = SchemaRule(
    RuleDocumentation(
      id: "conflicting-grant",
      summary: "two files grant one role different things",
      severity: .error, evidence: .documented,
      why: "Adding the grants up would widen access that one of the files keeps narrow.",
      source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\": an import replaces the schema",
      remedy: "Make the grants the same, or take one out.",
      bad: .merge(.recordType(), .recordType(grant: #"READ, CREATE TO "_world""#)),
      good: .merge(.recordType(), .recordType())), scope: .merging
  )
}
