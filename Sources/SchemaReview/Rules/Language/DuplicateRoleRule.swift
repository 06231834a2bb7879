import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let duplicateRole = SchemaRule(
    RuleDocumentation(
      id: "duplicate-role",
      summary: "a role is created twice",
      severity: .error, evidence: .documented,
      why: "A role name must be unique.",
      source: .schemaGuide("Roles"),
      remedy: "Remove or rename one of them.",
      bad: .recordType(
        #"GRANT READ TO "_world","#, after: "CREATE ROLE Admin;\nCREATE ROLE Admin;", grant: "WRITE TO Admin"),
      good: .recordType(#"GRANT READ TO "_world","#, after: "CREATE ROLE Admin;", grant: "WRITE TO Admin")),
    scope: .language
  ) { file, _ in
    file.duplicates(file.roles.map { $0.name }) { name, _ in "the role '\(name)' is created twice" }
  }
}
