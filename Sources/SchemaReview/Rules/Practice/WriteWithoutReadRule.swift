import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let writeWithoutRead = SchemaRule(
    RuleDocumentation(
      id: "write-without-read",
      summary: "a role can change records but not read them",
      severity: .warning, evidence: .assumed,
      why: "An app fetches a record before it changes it, so without READ the grant is useful only for deleting.",
      source: "inferred from Apple, \"Integrating a Text-Based Schema into Your Workflow\", Roles and permissions",
      remedy: "Grant READ to the role too, or remove WRITE.",
      bad: .recordType(
        #""___createdBy" REFERENCE QUERYABLE,"#, "GRANT WRITE TO Admin,", after: "CREATE ROLE Admin;",
        grant: #"READ TO "_creator""#),
      good: .recordType(
        #""___createdBy" REFERENCE QUERYABLE,"#, "GRANT READ, WRITE TO Admin,", after: "CREATE ROLE Admin;",
        grant: #"READ TO "_creator""#))
  ) { file, _ in
    file.recordTypes.flatMap { type -> [Finding] in
      let grants = file.grants[type.grants]
      guard grants.contains(where: { $0.permissions.contains(.write) && !$0.permissions.contains(.read) }) else {
        return []
      }
      let readers = Set(grants.lazy.filter { $0.permissions.contains(.read) }.map { file.name($0.role) })
      // `no-read-grant` reports types that no role can read.
      guard !readers.isEmpty, !readers.contains(SystemRole.world.rawValue) else { return [] }
      return grants.compactMap { grant in
        let role = file.name(grant.role)
        guard grant.permissions.contains(.write), !readers.contains(role),
          role == SystemRole.world.rawValue || !readers.contains(SystemRole.icloud.rawValue)
        else { return nil }
        return Finding(
          message: "'\(SyntaxMistake.shown(role))' has WRITE but not READ on '\(file.shownName(type.name))'",
          range: file.range(of: grant), help: "grant READ too, or remove WRITE",
          subject: "\(file.name(type.name)):\(role)")
      }
    }
  }
}
