import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let duplicateGrant = SchemaRule(
    RuleDocumentation(
      id: "duplicate-grant",
      summary: "a record type has several grants for one role",
      severity: .warning, evidence: .documented,
      why: "CloudKit combines grants to one role, so removing one of them may not remove a permission.",
      source: .schemaGuide(),
      remedy: "Write one GRANT with all permissions.",
      bad: .recordType(#"GRANT READ TO "_creator","#, #"GRANT WRITE TO "_creator","#),
      good: .recordType(#"GRANT READ, WRITE TO "_creator","#)), scope: .language
  ) { file, _ in
    file.recordTypes.flatMap { type in
      let grants = file.grants[type.grants]
      var findings = file.duplicates(
        grants.lazy.map(\.role), in: file.name(type.name) + ":", help: "write one GRANT with all permissions",
        message: { role, _ in "'\(file.shownName(type.name))' has several grants for '\(role)'" })
      guard !findings.isEmpty else { return findings }
      // Attach one fix per role to its second grant; fixes at further grants would overlap.
      let parent = file.name(type.name) + ":"
      let byRole = Dictionary(grouping: grants) { file.name($0.role) }
      var fixed: Set<String> = []
      for index in findings.indices {
        guard let subject = findings[index].subject, fixed.insert(subject).inserted else { continue }
        findings[index].fix = file.fix(joining: byRole[String(subject.dropFirst(parent.count))] ?? [])
      }
      return findings
    }
  }
}

extension SchemaFile {
  /// Returns a fix that combines grants in the first of them; `nil` if a comment or a syntax mistake is in between.
  fileprivate func fix(joining grants: [GrantDeclaration]) -> Fix? {
    guard let first = grants.first, tokens[first.role - 1].kind == .to else { return nil }
    let all = grants.reduce(into: Permissions()) { $0.formUnion($1.permissions) }
    let missing = Permissions.keywords.filter { all.subtracting(first.permissions).contains($0.permission) }
    var edits: [Fix.Edit] = []
    if !missing.isEmpty {
      let end = tokens[first.role - 2].end
      let words = missing.map { ", \($0.keyword)" }.joined()
      edits.append(.init(range: SourceRange(end, end), replacement: words))
    }
    for grant in grants.dropFirst() {
      guard tokens[grant.keyword - 1].kind == .comma,
        (grant.keyword...grant.role).allSatisfy({ comments(before: $0).isEmpty })
      else { return nil }
      edits.append(.init(range: SourceRange(tokens[grant.keyword - 1].start, tokens[grant.role].end), replacement: ""))
    }
    return Fix("write one GRANT", edits: edits)
  }
}
