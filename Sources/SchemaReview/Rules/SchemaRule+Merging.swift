import Diagnostics

extension SchemaRule {
  static let conflictingField = SchemaRule(
    RuleDocumentation(
      id: "conflicting-field",
      summary: "two files declare a field differently",
      severity: .error, evidence: .documented,
      why: "A field has one type and one set of indexes; a merge cannot decide which file is correct.",
      source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\": an import replaces the schema",
      remedy: "Make the lines the same, or remove one.",
      bad: .merge(.recordType("score INT64,"), .recordType("score DOUBLE,")),
      good: .merge(.recordType("score INT64,"), .recordType("score INT64,"))), scope: .merging
  )

  static let conflictingGrant = SchemaRule(
    RuleDocumentation(
      id: "conflicting-grant",
      summary: "two files grant different permissions to one role",
      severity: .error, evidence: .documented,
      why: "Combining the grants would widen access that one of the files restricts.",
      source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\": an import replaces the schema",
      remedy: "Make the grants the same, or remove one.",
      bad: .merge(.recordType(), .recordType(grant: #"READ, CREATE TO "_world""#)),
      good: .merge(.recordType(), .recordType())), scope: .merging
  )
}
