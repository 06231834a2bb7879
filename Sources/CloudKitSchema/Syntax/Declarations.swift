/// `CREATE ROLE name;` in a schema file.
package struct RoleDeclaration: Hashable, Sendable {
  @usableFromInline let nameIndex: UInt32

  init(name: Int) { nameIndex = UInt32(truncatingIfNeeded: name) }

  /// The index of the name token, after `CREATE` and `ROLE`.
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

  /// The index of the name token, after `RECORD` and `TYPE`.
  @inlinable package var name: Int { Int(nameIndex) }
  /// The index after the last token, the semicolon.
  @inlinable package var end: Int { Int(endIndex) }
  /// The range of its fields in `SchemaFile.fields`.
  @inlinable package var fields: Range<Int> { Int(firstField)..<Int(endField) }
  /// The range of its grants in `SchemaFile.grants`.
  @inlinable package var grants: Range<Int> { Int(firstGrant)..<Int(endGrant) }
}

/// `name TYPE options` in a schema file.
package struct FieldDeclaration: Hashable, Sendable {
  /// The type; `nil` if missing or invalid.
  package let type: FieldType?
  /// The indexes.
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

  /// The index of the name token.
  @inlinable package var name: Int { Int(nameIndex) }
  /// The range of the type tokens; empty if missing.
  @inlinable package var typeTokens: Range<Int> { name + 1..<Int(optionsIndex) }
  /// The range of the option tokens, including invalid ones.
  @inlinable package var optionTokens: Range<Int> { Int(optionsIndex)..<Int(endIndex) }
}

/// `GRANT … TO role` in a schema file.
package struct GrantDeclaration: Hashable, Sendable {
  /// The permissions.
  package let permissions: Permissions
  /// The system role; `nil` for a custom role.
  package let systemRole: SystemRole?
  @usableFromInline let keywordIndex: UInt32
  @usableFromInline let roleIndex: UInt32

  init(keyword: Int, role: Int, systemRole: SystemRole?, permissions: Permissions) {
    self.systemRole = systemRole
    keywordIndex = UInt32(truncatingIfNeeded: keyword)
    roleIndex = UInt32(truncatingIfNeeded: role)
    self.permissions = permissions
  }

  /// The index of the `GRANT` token.
  @inlinable package var keyword: Int { Int(keywordIndex) }
  /// The index of the role token, the last token.
  @inlinable package var role: Int { Int(roleIndex) }
}
