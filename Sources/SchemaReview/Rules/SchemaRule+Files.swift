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

/// Rules that `AcceptedOutcome` checks.
extension SchemaRule {
  static let acceptedMatchesNothing = SchemaRule(
    RuleDocumentation(
      id: "accepted-matches-nothing",
      summary: "an accepted finding no longer occurs",
      severity: .warning, evidence: .documented,
      why: "If the finding came back, the entry would hide it.",
      source: .documentation("Accept findings"),
      remedy: "Remove the entry, or run the command again with --prune-accepted.",
      bad: .acceptance(of: "number-type"),
      good: "{\"accepted\":[]}"), scope: .acceptance
  )

  static let acceptedUnknownRule = SchemaRule(
    RuleDocumentation(
      id: "accepted-unknown-rule",
      summary: "an accepted finding names an unknown rule",
      severity: .warning, evidence: .documented,
      why: "The entry has no effect.",
      source: .documentation("Accept findings"),
      remedy: "Use a rule id listed by 'celestra-admin schema rules', or remove the entry.",
      bad: .acceptance(of: "numbertype"),
      good: "{\"accepted\":[]}"), scope: .acceptance
  )

  static let expiredAcceptance = SchemaRule(
    RuleDocumentation(
      id: "expired-acceptance",
      summary: "the acceptance of a finding has expired",
      severity: .warning, evidence: .documented,
      why: "The finding was due for another review by that date.",
      source: .documentation("Accept findings"),
      remedy: "Fix the finding, or set a new expiration date.",
      bad: .acceptance(of: "number-type", until: "2020-01-01"),
      good: "{\"accepted\":[]}"), scope: .acceptance
  )
}

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
