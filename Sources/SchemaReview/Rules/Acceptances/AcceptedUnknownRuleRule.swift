import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let acceptedUnknownRule = SchemaRule(
    RuleDocumentation(
      id: "accepted-unknown-rule",
      summary: "an accepted finding is of a rule that does not exist",
      severity: .warning, evidence: .documented,
      why: "The entry accepts nothing, whoever wrote it believes it does.",
      source: "README.md, Accepting findings",
      remedy: "Write the id of a rule, schema rules lists them, or remove the entry.",
      bad: .acceptance(of: "numbertype"),
      good: "{\"accepted\":[]}"), scope: .acceptance
  )
}
