/// `CREATE ROLE name;` in a schema file.
package struct RoleDeclaration: Hashable, Sendable {
  private let nameIndex: UInt32

  init(name: Int) { nameIndex = UInt32(truncatingIfNeeded: name) }

  /// The index of its name's token; `CREATE` and `ROLE` stand before it.
  package var name: Int { Int(nameIndex) }
}

/// `RECORD TYPE name ( … );` in a schema file.
package struct RecordTypeDeclaration: Hashable, Sendable {
  private let nameIndex: UInt32
  private let endIndex: UInt32
  private let firstField: UInt32
  private let endField: UInt32
  private let firstGrant: UInt32
  private let endGrant: UInt32

  init(name: Int, end: Int, fields: Range<Int>, grants: Range<Int>) {
    nameIndex = UInt32(truncatingIfNeeded: name)
    endIndex = UInt32(truncatingIfNeeded: end)
    firstField = UInt32(truncatingIfNeeded: fields.lowerBound)
    endField = UInt32(truncatingIfNeeded: fields.upperBound)
    firstGrant = UInt32(truncatingIfNeeded: grants.lowerBound)
    endGrant = UInt32(truncatingIfNeeded: grants.upperBound)
  }

  /// The index of its name's token; `RECORD` and `TYPE` stand before it.
  package var name: Int { Int(nameIndex) }
  /// The index after its last token, the semicolon.
  package var end: Int { Int(endIndex) }
  /// The indices of its fields among those of the file.
  package var fields: Range<Int> { Int(firstField)..<Int(endField) }
  /// The indices of its grants among those of the file.
  package var grants: Range<Int> { Int(firstGrant)..<Int(endGrant) }
}

/// A field's line in a schema file.
package struct FieldDeclaration: Hashable, Sendable {
  /// Its type; `nil` where the file names none that exists.
  package let type: FieldType?
  /// Its indexes.
  package let indexes: Indexes
  private let nameIndex: UInt32
  private let optionsIndex: UInt32
  private let endIndex: UInt32

  init(name: Int, type: FieldType?, indexes: Indexes, options: Range<Int>) {
    self.type = type
    self.indexes = indexes
    nameIndex = UInt32(truncatingIfNeeded: name)
    optionsIndex = UInt32(truncatingIfNeeded: options.lowerBound)
    endIndex = UInt32(truncatingIfNeeded: options.upperBound)
  }

  /// The index of its name's token.
  package var name: Int { Int(nameIndex) }
  /// The indices of its type's tokens; empty where there is no type.
  package var typeTokens: Range<Int> { name + 1..<Int(optionsIndex) }
  /// The indices of its options' tokens, mistaken ones among them.
  package var optionTokens: Range<Int> { Int(optionsIndex)..<Int(endIndex) }
}

/// `GRANT … TO role` in a schema file.
package struct GrantDeclaration: Hashable, Sendable {
  /// What it grants.
  package let permissions: Permissions
  /// The system's role it names; `nil` for one of the file's own.
  package let systemRole: SystemRole?
  private let keywordIndex: UInt32
  private let roleIndex: UInt32

  init(keyword: Int, role: Int, systemRole: SystemRole?, permissions: Permissions) {
    self.systemRole = systemRole
    keywordIndex = UInt32(truncatingIfNeeded: keyword)
    roleIndex = UInt32(truncatingIfNeeded: role)
    self.permissions = permissions
  }

  /// The index of the token `GRANT`.
  package var keyword: Int { Int(keywordIndex) }
  /// The index of its role's token, the last.
  package var role: Int { Int(roleIndex) }
}
