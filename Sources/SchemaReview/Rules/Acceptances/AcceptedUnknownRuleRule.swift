import CloudKitSchema
import Diagnostics

extension SchemaRule {
  /// An accepted finding is of a rule that does not exist.
  static let acceptedUnknownRule = SchemaRule(
    RuleDocumentation(
      id: "accepted-unknown-rule",
      summary: "an accepted finding is of a rule that does not exist",
      severity: .warning, evidence: .documented,
      why: "The entry accepts nothing, whoever wrote it believes it does.",
      source: "README.md, Accepting findings",
      remedy: "Write the id of a rule, schema rules lists them, or remove the entry.",
      bad: """
        {"accepted":[{"fingerprint":"0000000000000000","rule":"numbertype","subject":"T.count","reason":"in\
         production"}]}
        """,
      good: "{\"accepted\":[]}"), scope: .acceptance
  )
}
