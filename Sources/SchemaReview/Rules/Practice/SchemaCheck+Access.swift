import CloudKitSchema
import Diagnostics

/// Rules about who can read and change records.
extension SchemaCheck {
  static let authenticatedWrite = SchemaCheck.inGrants(
    Rule(
      "authenticated-write", .warning, .documented, "any signed-in user can change or delete records",
      why: "WRITE to _icloud lets every signed-in user change and delete every record of the type, not only their own.",
      source: .schemaGuide("Roles and permissions"),
      remedy: "Grant WRITE to _creator or to a custom role.",
      bad: .recordType(#"GRANT WRITE TO "_icloud","#),
      good: .recordType(#"GRANT WRITE TO "_creator","#))
  ) { file, type, grant in
    guard grant.permissions.contains(.write), grant.systemRole == .icloud else { return nil }
    return Finding(message: "any signed-in user can change or delete '\(file.shownName(type.name))' records")
  }

  static let createToCreator = SchemaCheck(
    Rule(
      "create-to-creator", .warning, .assumed, "CREATE is granted to _creator",
      why: """
        A record has no creator until it exists, so this grant probably lets no one create records. overlapping-grant \
        reports the grant instead if _icloud or _world has its permissions.
        """,
      source: .realSchemas,
      remedy: "Grant CREATE to _icloud.",
      bad: .recordType(#"GRANT CREATE TO "_creator","#),
      good: .recordType(#"GRANT CREATE TO "_icloud","#))
  ) { file, _ in
    file.recordTypes.flatMap { type -> [Finding] in
      let grants = file.grants[type.grants]
      let creating = grants.filter { $0.systemRole == .creator && $0.permissions.contains(.create) }
      guard !creating.isEmpty else { return [] }
      func permissions(of role: SystemRole) -> Permissions {
        grants.reduce(into: Permissions()) { if $1.systemRole == role { $0.formUnion($1.permissions) } }
      }
      let own = permissions(of: .creator)
      guard ![.icloud, .world].contains(where: { permissions(of: $0).isSuperset(of: own) }) else { return [] }
      let isOpen = grants.contains { $0.systemRole != .creator && $0.permissions.contains(.create) }
      let name = file.shownName(type.name)
      return creating.map { grant in
        Finding(
          message: isOpen
            ? "granting CREATE to _creator probably has no effect on '\(name)'"
            : "granting CREATE to _creator probably lets no one create '\(name)' records",
          range: file.range(of: grant), help: isOpen ? "remove CREATE from this grant" : nil,
          subject: "\(file.name(type.name)):\(file.name(grant.role))")
      }
    }
  }

  static let worldCreate = SchemaCheck.inGrants(
    Rule(
      "world-create", .error, .documented, "anyone can create records",
      why: "CREATE to _world lets anyone with the app fill the database without signing in.",
      source: .schemaGuide("Roles and permissions"),
      remedy: "Grant CREATE to _icloud or to a custom role.",
      bad: .recordType(grant: #"READ, CREATE TO "_world""#),
      good: .recordType())
  ) { file, type, grant in
    guard grant.permissions.contains(.create), grant.systemRole == .world else { return nil }
    return Finding(message: "anyone, signed in or not, can create '\(file.shownName(type.name))' records")
  }

  static let worldWrite = SchemaCheck.inGrants(
    Rule(
      "world-write", .error, .documented, "anyone can change or delete records",
      why: "WRITE to _world lets anyone with the app change and delete every record without signing in.",
      source: .schemaGuide("Roles and permissions"),
      remedy: "Grant WRITE to _creator or to a custom role.",
      bad: .recordType(grant: #"READ, WRITE TO "_world""#),
      good: .recordType())
  ) { file, type, grant in
    guard grant.permissions.contains(.write), grant.systemRole == .world else { return nil }
    return Finding(message: "anyone, signed in or not, can change or delete '\(file.shownName(type.name))' records")
  }

  static let noGrants = SchemaCheck.inTypes(
    Rule(
      "no-grants", .warning, .documented, "a record type has no grants",
      why: """
        Without grants, no one can read or create the records in the public database. The rule is a warning because a \
        type may be used only in private databases.
        """,
      source: .schemaGuide("Roles and permissions"),
      remedy: "Add grants, such as GRANT READ TO \"_world\".",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "___recordID" REFERENCE QUERYABLE
        );
        """,
      good: .recordType()), skipsGenerated: true
  ) { file, type in
    guard type.grants.isEmpty else { return nil }
    return Finding(message: "'\(file.shownName(type.name))' has no grants, so no one can use it in the public database")
  }

  static let noReadGrant = SchemaCheck.inTypes(
    Rule(
      "no-read-grant", .warning, .documented, "no role can read a record type",
      why: "Grants that allow creating or changing records, but not reading them, are rarely intended.",
      source: .schemaGuide("Roles and permissions"),
      remedy: "Grant READ to the roles that need the records.",
      bad: .recordType(grant: #"CREATE TO "_icloud""#),
      good: .recordType(#"GRANT CREATE TO "_icloud","#))
  ) { file, type in
    let grants = file.grants[type.grants]
    guard !grants.isEmpty, !grants.contains(where: { $0.permissions.contains(.read) }) else { return nil }
    return Finding(message: "no role can read '\(file.shownName(type.name))'")
  }

  static let writeWithoutRead = SchemaCheck(
    Rule(
      "write-without-read", .warning, .assumed, "a role can change records but not read them",
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
          message: "'\(DisplayText.short(role))' has WRITE but not READ on '\(file.shownName(type.name))'",
          range: file.range(of: grant), help: "grant READ too, or remove WRITE",
          subject: "\(file.name(type.name)):\(role)")
      }
    }
  }

  static let encryptedInPublic = SchemaCheck(
    Rule(
      "encrypted-in-public", .warning, .documented, "a publicly readable record type has an encrypted field",
      why: """
        The public database does not support encrypted fields. The rule is a warning because exports also list \
        default grants for types used only in private databases.
        """,
      source: "Apple, CKRecord.encryptedValues",
      remedy: "Use the type only in private databases, or remove ENCRYPTED.",
      bad: .recordType("secret ENCRYPTED STRING,"),
      good: .recordType("secret ENCRYPTED STRING,", grant: #"READ TO "_creator""#))
  ) { file, _ in
    file.recordTypes.flatMap { type -> [Finding] in
      guard file.fields[type.fields].contains(where: { $0.type?.isEncrypted == true }) else { return [] }
      let isPublic = file.grants[type.grants].contains { $0.permissions.contains(.read) && $0.systemRole == .world }
      guard isPublic else { return [] }
      return file.fields[type.fields].compactMap { field in
        guard let kind = field.type, kind.isEncrypted else { return nil }
        return Finding(
          message: "the encrypted field '\(file.shownName(field.name))' is in a publicly readable record type",
          range: file.range(of: field.typeTokens), help: "the public database does not support encrypted fields",
          subject: "\(file.name(type.name)).\(file.name(field.name))")
      }
    }
  }
}
