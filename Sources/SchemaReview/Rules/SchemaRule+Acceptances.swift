import Diagnostics

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
