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
  ) { file in
    // Scanning is fastest for a few roles, but would take quadratic time for thousands.
    let hasFewRoles = file.roles.count <= 8
    let granted = hasFewRoles ? [] : Set(file.grants.lazy.map { file.name($0.role) })
    return file.roles.compactMap { role in
      let name = file.name(role.name)
      let isGranted =
        hasFewRoles ? file.grants.contains { file.spells($0.role, name) } : granted.contains(name)
      guard !isGranted, !file.recordTypes.isEmpty else { return nil }
      return Finding(
        message: "the role '\(SyntaxMistake.shown(name))' has no grants", range: file.tokens[role.name].range,
        help: "grant permissions to the role, or remove it", subject: name)
    }
  }
}
