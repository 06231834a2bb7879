import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let unusedRole = SchemaRule(
    RuleDocumentation(
      id: "unused-role",
      summary: "a role is created and granted nothing",
      severity: .warning, evidence: .documented,
      why: "A role without a grant does nothing, and reads as if it did.",
      source: .schemaGuide("Roles and permissions"),
      remedy: "Grant it something, or remove it.",
      bad: .recordType(after: "CREATE ROLE Admin;"),
      good: .recordType("GRANT WRITE TO Admin,", after: "CREATE ROLE Admin;"))
  ) { file in
    // Looking for each of a few is over at once; looking for each of thousands would take quadratic time.
    let areFew = file.roles.count <= 8
    let granted = areFew ? [] : Set(file.grants.lazy.map { file.name($0.role) })
    return file.roles.compactMap { role in
      let name = file.name(role.name)
      let isGranted = areFew ? file.grants.contains { file.spells($0.role, name) } : granted.contains(name)
      guard !isGranted, !file.recordTypes.isEmpty else { return nil }
      return Finding(
        message: "the role '\(SyntaxMistake.shown(name))' is granted nothing", range: file.tokens[role.name].range,
        help: "grant it something, or remove it", subject: name)
    }
  }
}
