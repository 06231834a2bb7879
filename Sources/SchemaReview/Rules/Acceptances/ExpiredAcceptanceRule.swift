import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let expiredAcceptance = SchemaRule(
    RuleDocumentation(
      id: "expired-acceptance",
      summary: "the day up to which a finding is accepted has passed",
      severity: .warning, evidence: .documented,
      why: "Somebody wanted it to be looked at again by that day.",
      source: "README.md, Accepting findings",
      remedy: "Mend the finding, or give the entry another day.",
      bad: .acceptance(of: "number-type", until: "2020-01-01"),
      good: "{\"accepted\":[]}"), scope: .acceptance
  )
}
