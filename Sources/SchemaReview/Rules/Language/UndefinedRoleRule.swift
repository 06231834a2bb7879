import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let undefinedRole = SchemaRule(
    RuleDocumentation(
      id: "undefined-role",
      summary: "a grant names a role that is neither built in nor created",
      severity: .error, evidence: .documented,
      why: "CloudKit knows _creator, _icloud and _world; any other role must be created in the file.",
      source: .schemaGuide("Roles"),
      remedy: "Create the role, or write the name of one that exists.",
      bad: .recordType("GRANT WRITE TO Admin,"),
      good: .recordType("GRANT WRITE TO Admin,", after: "CREATE ROLE Admin;")), scope: .language
  ) { file in
    let created = Set(file.roles.lazy.map { file.name($0.name) })
    let system = SystemRole.allCases.map(\.rawValue)
    // The roles most files have: found without a string made of each grant's.
    let few = created.sorted().prefix(8)
    return file.findingsInGrants({ _, grant in
      guard grant.systemRole == nil, !few.contains(where: { file.spells(grant.role, $0) }) else { return nil }
      let role = file.name(grant.role)
      guard !created.contains(role) else { return nil }
      let range = file.tokens[grant.role].range
      let message = "there is no role '\(SyntaxMistake.shown(role))'"
      // Comparing with thousands of roles for each of thousands of grants would take quadratic time.
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
        fix: Fix("write \(spelling)", edits: [.init(range: range, replacement: spelling)]))
    })
  }
}
