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
      good: .recordType(#"GRANT CREATE TO "_icloud","#)), in: .publicDatabase
  ) { file, _ in
    file.recordTypes.flatMap { type -> [Finding] in
      let grants = file.grants[type.grants]
      let creating = grants.filter { $0.systemRole == .creator && $0.permissions.contains(.create) }
      guard !creating.isEmpty else { return [] }
      let own = grants.reduce(into: Permissions()) { if $1.systemRole == .creator { $0.formUnion($1.permissions) } }
      let inherited = file.access(to: type).inherited(by: SystemRole.creator.rawValue)
      guard !inherited.isSuperset(of: own) else { return [] }
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
        Without grants, no one can read or create the records in the public database. The rule ignores types of \
        private databases; without a declaration, these are all types if no type of the file has grants.
        """,
      source: .schemaGuide("Roles and permissions"),
      remedy: "Grant what the public database needs, or declare the type private.",
      bad: .recordType(ending: ");\nRECORD TYPE U ( \"___recordID\" REFERENCE QUERYABLE );"),
      good: .recordType(
        ending: ");\nRECORD TYPE U ( // ckdb:database private\n  \"___recordID\" REFERENCE QUERYABLE\n);")),
    skipsGenerated: true, in: .publicDatabase
  ) { file, type in
    guard type.grants.isEmpty else { return nil }
    let name = file.shownName(type.name)
    return Finding(
      message: "'\(name)' has no grants", help: "grant what the public database needs, or declare '\(name)' private")
  }

  static let noReadGrant = SchemaCheck.inTypes(
    Rule(
      "no-read-grant", .warning, .documented, "no role can read a record type",
      why: "Grants that allow creating or changing records, but not reading them, are rarely intended.",
      source: .schemaGuide("Roles and permissions"),
      remedy: "Grant READ to the roles that need the records.",
      bad: .recordType(grant: #"CREATE TO "_icloud""#),
      good: .recordType(#"GRANT CREATE TO "_icloud","#)), in: .publicDatabase
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
        grant: #"READ TO "_creator""#)), in: .publicDatabase
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

  static let encryptedInPublic = SchemaCheck.inTypes(
    Rule(
      "encrypted-in-public", .warning, .documented, "a publicly readable record type has encrypted fields",
      why: """
        The public database does not support encrypted fields, and grants let users fill it with records that no app \
        reads. The rule is a warning because exports also list default grants for types used only in private databases.
        """,
      source: "Apple, CKRecord.encryptedValues",
      remedy: "Declare the type private and remove the grants, or remove ENCRYPTED.",
      bad: .recordType("secret ENCRYPTED STRING,"),
      good: .recordType("secret ENCRYPTED STRING,", grant: #"READ TO "_creator""#)), in: .undeclared
  ) { file, type in
    let encrypted = file.fields[type.fields].filter { $0.type?.isEncrypted == true }
    let access = file.access(to: type)
    guard let first = encrypted.first, access.permissions(of: SystemRole.world.rawValue).contains(.read) else {
      return nil
    }
    let name = file.shownName(type.name)
    return Finding(
      message: "'\(name)' has \(encrypted.count.of("encrypted field")) and "
        + "\(access.isDefault ? "the default " : "")public grants",
      range: file.range(of: first.typeTokens),
      help: "if '\(name)' is only in private databases, declare it private and remove the grants, or strangers can "
        + "fill your public database")
  }
}

extension SchemaFile {
  /// Returns who may do what with the records of a type.
  func access(to type: RecordTypeDeclaration) -> Access {
    Access(grants[type.grants].lazy.map { (name($0.role), $0.permissions) })
  }
}
