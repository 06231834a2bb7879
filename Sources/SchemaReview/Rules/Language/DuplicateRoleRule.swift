import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let duplicateRole = SchemaRule(
    RuleDocumentation(
      id: "duplicate-role",
      summary: "a role is created twice",
      severity: .error, evidence: .documented,
      why: "A role is known by its name.",
      source: .schemaGuide("Roles"),
      remedy: "Remove one.",
      bad: .recordType(after: "CREATE ROLE Admin;\nCREATE ROLE Admin;", grant: "READ TO Admin"),
      good: .recordType(after: "CREATE ROLE Admin;", grant: "READ TO Admin")), scope: .language
  ) { file in
    file.duplicates(file.roles.map { $0.name }) { "the role '\($0)' is created twice" }
  }
}
