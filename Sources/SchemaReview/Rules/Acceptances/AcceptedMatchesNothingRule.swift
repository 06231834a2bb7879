import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let acceptedMatchesNothing = SchemaRule(
    RuleDocumentation(
      id: "accepted-matches-nothing",
      summary: "an accepted finding is not there",
      severity: .warning, evidence: .documented,
      why: "The entry would accept the finding unseen if it came back.",
      source: "README.md, Accepting findings",
      remedy: "Remove the entry, or run the command again with --accept.",
      bad: .acceptance(of: "number-type"),
      good: "{\"accepted\":[]}"), scope: .acceptance
  )
}
