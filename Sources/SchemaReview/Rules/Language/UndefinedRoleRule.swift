import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let undefinedRole = SchemaRule(
    RuleDocumentation(
      id: "undefined-role",
      summary: "a grant names an undefined role",
      severity: .error, evidence: .documented,
      why: "CloudKit defines _creator, _icloud and _world; the file must create any other role.",
      source: .schemaGuide("Roles"),
      remedy: "Create the role, or name an existing one.",
      bad: .recordType("GRANT WRITE TO Admin,"),
      good: .recordType("GRANT WRITE TO Admin,", after: "CREATE ROLE Admin;")), scope: .language
  ) { file, _ in
    let created = Set(file.roles.lazy.map { file.name($0.name) })
    let system = SystemRole.allCases.map(\.rawValue)
    // Most files have few roles: compare their bytes before creating a string for each grant.
    let firstRoles = created.sorted().prefix(8)
    return file.findingsInGrants({ _, grant in
      guard grant.systemRole == nil, !firstRoles.contains(where: { file.spells(grant.role, $0) }) else { return nil }
      let role = file.name(grant.role)
      guard !created.contains(role) else { return nil }
      let range = file.tokens[grant.role].range
      let message = "undefined role '\(SyntaxMistake.shown(role))'"
      // Comparing thousands of grants with thousands of roles would take quadratic time.
      let candidates = created.count <= 64 ? system + created.sorted() : system
      guard let nearest = Suggestion.nearest(to: role, among: candidates) else {
        let isName = !NameSpelling.needsQuotes(role)
        return Finding(
          message: message, range: range,
          help: isName ? "create it with CREATE ROLE \(SyntaxMistake.shown(role));" : nil)
      }
      let spelling = NameSpelling.spelling(nearest)
      return Finding(
        message: message, range: range, help: "did you mean \(spelling)?",
        fix: Fix("write \(spelling)", at: range, spelling))
    })
  }
}
