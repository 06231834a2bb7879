/// `CREATE ROLE name;` in a schema file.
package struct RoleDeclaration: Hashable, Sendable {
  @usableFromInline let nameIndex: UInt32

  init(name: Int) { nameIndex = UInt32(truncatingIfNeeded: name) }

  /// The index of its name's token; `CREATE` and `ROLE` stand before it.
  @inlinable package var name: Int { Int(nameIndex) }
}

/// `RECORD TYPE name ( … );` in a schema file.
package struct RecordTypeDeclaration: Hashable, Sendable {
  @usableFromInline let nameIndex: UInt32
  @usableFromInline let endIndex: UInt32
  @usableFromInline let firstField: UInt32
  @usableFromInline let endField: UInt32
  @usableFromInline let firstGrant: UInt32
  @usableFromInline let endGrant: UInt32

  init(name: Int, end: Int, fields: Range<Int>, grants: Range<Int>) {
    nameIndex = UInt32(truncatingIfNeeded: name)
    endIndex = UInt32(truncatingIfNeeded: end)
    firstField = UInt32(truncatingIfNeeded: fields.lowerBound)
    endField = UInt32(truncatingIfNeeded: fields.upperBound)
    firstGrant = UInt32(truncatingIfNeeded: grants.lowerBound)
    endGrant = UInt32(truncatingIfNeeded: grants.upperBound)
  }

  /// The index of its name's token; `RECORD` and `TYPE` stand before it.
  @inlinable package var name: Int { Int(nameIndex) }
  /// The index after its last token, the semicolon.
  @inlinable package var end: Int { Int(endIndex) }
  /// The indices of its fields among those of the file.
  @inlinable package var fields: Range<Int> { Int(firstField)..<Int(endField) }
  /// The indices of its grants among those of the file.
  @inlinable package var grants: Range<Int> { Int(firstGrant)..<Int(endGrant) }
}

/// A field's line in a schema file.
package struct FieldDeclaration: Hashable, Sendable {
  /// Its type; `nil` where the file names none that exists.
  package let type: FieldType?
  /// Its indexes.
  package let indexes: Indexes
  @usableFromInline let nameIndex: UInt32
  @usableFromInline let optionsIndex: UInt32
  @usableFromInline let endIndex: UInt32

  init(name: Int, type: FieldType?, indexes: Indexes, options: Range<Int>) {
    self.type = type
    self.indexes = indexes
    nameIndex = UInt32(truncatingIfNeeded: name)
    optionsIndex = UInt32(truncatingIfNeeded: options.lowerBound)
    endIndex = UInt32(truncatingIfNeeded: options.upperBound)
  }

  /// The index of its name's token.
  @inlinable package var name: Int { Int(nameIndex) }
  /// The indices of its type's tokens; empty where there is no type.
  @inlinable package var typeTokens: Range<Int> { name + 1..<Int(optionsIndex) }
  /// The indices of its options' tokens, mistaken ones among them.
  @inlinable package var optionTokens: Range<Int> { Int(optionsIndex)..<Int(endIndex) }
}

/// `GRANT … TO role` in a schema file.
package struct GrantDeclaration: Hashable, Sendable {
  /// What it grants.
  package let permissions: Permissions
  /// The system's role it names; `nil` for one of the file's own.
  package let systemRole: SystemRole?
  @usableFromInline let keywordIndex: UInt32
  @usableFromInline let roleIndex: UInt32

  init(keyword: Int, role: Int, systemRole: SystemRole?, permissions: Permissions) {
    self.systemRole = systemRole
    keywordIndex = UInt32(truncatingIfNeeded: keyword)
    roleIndex = UInt32(truncatingIfNeeded: role)
    self.permissions = permissions
  }

  /// The index of the token `GRANT`.
  @inlinable package var keyword: Int { Int(keywordIndex) }
  /// The index of its role's token, the last.
  @inlinable package var role: Int { Int(roleIndex) }
}
