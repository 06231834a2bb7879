import Diagnostics

extension ValidationRule {
  /// Source: Apple, "Integrating a Text-Based Schema into Your Workflow", Roles.
  static let undefinedRole = ValidationRule(
    "undefined-role", .error, "a grant's role is a system role or created in the file"
  ) { file in
    let created = Set(file.roles.lazy.map { file.name($0.name) })
    let system = SystemRole.allCases.map(\.rawValue)
    return file.grants.compactMap { grant in
      let role = file.name(grant.role)
      guard !created.contains(role), !system.contains(role) else { return nil }
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
    }
  }
}
