import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let unusedRole = SchemaRule(
    RuleDocumentation(
      id: "unused-role",
      summary: "a role has no grants",
      severity: .warning, evidence: .documented,
      why: "A role without grants has no effect, although its declaration suggests otherwise.",
      source: .schemaGuide("Roles and permissions"),
      remedy: "Grant permissions to the role, or remove it.",
      bad: .recordType(after: "CREATE ROLE Admin;"),
      good: .recordType("GRANT WRITE TO Admin,", after: "CREATE ROLE Admin;"))
  ) { file, _ in
    guard !file.roles.isEmpty, !file.recordTypes.isEmpty else { return [] }
    let granted = Set(file.grants.lazy.filter { $0.systemRole == nil }.map { file.name($0.role) })
    return file.roles.compactMap { role in
      let name = file.name(role.name)
      guard !granted.contains(name) else { return nil }
      return Finding(
        message: "the role '\(SyntaxMistake.shown(name))' has no grants", range: file.tokens[role.name].range,
        help: "grant permissions to the role, or remove it", subject: name)
    }
  }
}
