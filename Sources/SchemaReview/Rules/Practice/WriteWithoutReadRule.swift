import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let writeWithoutRead = SchemaRule(
    RuleDocumentation(
      id: "write-without-read",
      summary: "a role may change records that it may not read",
      severity: .warning, evidence: .assumed,
      why: "Changing a record begins with fetching it: without READ the grant is of use only for deleting.",
      source: "our reading of Apple, \"Integrating a Text-Based Schema into Your Workflow\", Roles and permissions",
      remedy: "Grant READ to the role too, or leave WRITE out.",
      bad: .recordType("GRANT WRITE TO Admin,", after: "CREATE ROLE Admin;", grant: #"READ TO "_creator""#),
      good: .recordType("GRANT READ, WRITE TO Admin,", after: "CREATE ROLE Admin;", grant: #"READ TO "_creator""#))
  ) { file in
    file.recordTypes.flatMap { type -> [Finding] in
      let grants = file.grants[type.grants]
      guard grants.contains(where: { $0.permissions.contains(.write) && !$0.permissions.contains(.read) }) else {
        return []
      }
      let readers = Set(grants.lazy.filter { $0.permissions.contains(.read) }.map { file.name($0.role) })
      // A type nobody may read is another rule's.
      guard !readers.isEmpty, !readers.contains(SystemRole.world.rawValue) else { return [] }
      return grants.compactMap { grant in
        let role = file.name(grant.role)
        guard grant.permissions.contains(.write), !readers.contains(role),
          role == SystemRole.world.rawValue || !readers.contains(SystemRole.icloud.rawValue)
        else { return nil }
        return Finding(
          message: "'\(SyntaxMistake.shown(role))' may WRITE and not READ '\(file.shownName(type.name))'",
          range: file.range(of: grant), help: "grant READ too, or leave WRITE out",
          subject: "\(file.name(type.name)):\(role)")
      }
    }
  }
}
