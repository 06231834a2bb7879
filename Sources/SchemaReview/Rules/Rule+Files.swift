import Diagnostics

/// Rules that `LintRun` checks.
extension Rule {
  static let suppressionWithoutReason = Rule(
    "suppression-without-reason", .warning, .documented, "a suppression names no rule or gives no reason",
    why: "Without a reason, a reader cannot tell later whether the suppression still applies, so it has no effect.",
    source: .documentation("Suppress a finding"),
    remedy: "Write ckdb:ignore rule-id -- reason.",
    bad: .recordType("// ckdb:ignore number-type", "count INT64,"),
    good: .recordType("title STRING,"), scope: .suppression)

  static let unknownRuleId = Rule(
    "unknown-rule-id", .warning, .documented, "a suppression names an unknown rule",
    why: "The suppression has no effect.",
    source: .documentation("Suppress a finding"),
    remedy: "Use a rule id listed by '\(Program.current.rulesCommand)'.",
    bad: .recordType("// ckdb:ignore numbertype -- in production", "count INT64,"),
    good: .recordType("title STRING,"), scope: .suppression)

  static let unusedSuppression = Rule(
    "unused-suppression", .warning, .documented, "a suppression matches no finding",
    why: "The suppression would hide the next finding of its rule.",
    source: .documentation("Suppress a finding"),
    remedy: "Remove the comment.",
    bad: .recordType("// ckdb:ignore number-type -- in production", "count INT64,"),
    good: .recordType("// ckdb:ignore number-type -- in production", "count NUMBER,"), scope: .suppression)
}

/// Rules that `AcceptedFindings` checks.
extension Rule {
  static let acceptedMatchesNothing = Rule(
    "accepted-matches-nothing", .warning, .documented, "an accepted finding no longer occurs",
    why: "If the finding came back, the entry would hide it.",
    source: .documentation("Accept findings"),
    remedy: "Remove the entry, or run the command again with --prune-accepted.",
    bad: .acceptance(of: "number-type"),
    good: "{\"accepted\":[]}", scope: .acceptance)

  static let acceptedUnknown = Rule(
    "accepted-unknown-rule", .warning, .documented, "an accepted finding names an unknown rule",
    why: "The entry has no effect.",
    source: .documentation("Accept findings"),
    remedy: "Use a rule id listed by '\(Program.current.rulesCommand)', or remove the entry.",
    bad: .acceptance(of: "numbertype"),
    good: "{\"accepted\":[]}", scope: .acceptance)

  static let expiredAcceptance = Rule(
    "expired-acceptance", .warning, .documented, "the acceptance of a finding has expired",
    why: "The finding was due for another review by that date.",
    source: .documentation("Accept findings"),
    remedy: "Fix the finding, or set a new expiration date.",
    bad: .acceptance(of: "number-type", until: "2020-01-01"),
    good: "{\"accepted\":[]}", scope: .acceptance)
}

extension Rule {
  static let conflictingField = Rule(
    "conflicting-field", .error, .documented, "two files declare a field differently",
    why: "A field has one type and one set of indexes; a merge cannot decide which file is correct.",
    source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\": an import replaces the schema",
    remedy: "Make the lines the same, or remove one.",
    bad: .merge(.recordType("score INT64,"), .recordType("score DOUBLE,")),
    good: .merge(.recordType("score INT64,"), .recordType("score INT64,")), scope: .merging)

  static let conflictingGrant = Rule(
    "conflicting-grant", .error, .documented, "two files grant different permissions to one role",
    why: "Combining the grants would widen access that one of the files restricts.",
    source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\": an import replaces the schema",
    remedy: "Make the grants the same, or remove one.",
    bad: .merge(.recordType(), .recordType(grant: #"READ, CREATE TO "_world""#)),
    good: .merge(.recordType(), .recordType()), scope: .merging)
}
