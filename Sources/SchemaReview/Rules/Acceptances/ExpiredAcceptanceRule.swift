import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// The day up to which a finding is accepted has passed.
  static let expiredAcceptance = SchemaRule(
    RuleDocumentation(
      id: "expired-acceptance",
      summary: "the day up to which a finding is accepted has passed",
      severity: .warning, evidence: .documented,
      why: "Somebody wanted it to be looked at again by that day.",
      source: "README.md, Accepting findings",
      remedy: "Mend the finding, or give the entry another day.",
      bad: """
        {"accepted":[{"fingerprint":"0000000000000000","rule":"number-type","subject":"T.count","reason":"in\
         production","expires":"2020-01-01"}]}
        """,
      good: "{\"accepted\":[]}"), scope: .acceptance
  )
}
