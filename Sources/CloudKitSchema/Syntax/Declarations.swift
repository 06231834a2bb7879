/// `CREATE ROLE name;` in a schema file.
package struct RoleDeclaration: Hashable, Sendable {
  /// The index of the name token, after `CREATE` and `ROLE`.
  package let name: Int
}

/// `RECORD TYPE name ( … );` in a schema file.
package struct RecordTypeDeclaration: Hashable, Sendable {
  /// The index of the name token, after `RECORD` and `TYPE`.
  package let name: Int
  /// The index after the last token, the semicolon.
  package let end: Int
  /// The range of its fields in `SchemaFile.fields`.
  package let fields: Range<Int>
  /// The range of its grants in `SchemaFile.grants`.
  package let grants: Range<Int>
}

/// `name TYPE options` in a schema file.
package struct FieldDeclaration: Hashable, Sendable {
  /// The index of the name token.
  package let name: Int
  /// The range of the option tokens, including invalid ones.
  package let optionTokens: Range<Int>
  /// The type; `nil` if missing or invalid.
  package let type: FieldType?
  package let indexes: Indexes

  /// The range of the type tokens; empty if missing.
  package var typeTokens: Range<Int> { name + 1..<optionTokens.lowerBound }
}

/// `GRANT … TO role` in a schema file.
package struct GrantDeclaration: Hashable, Sendable {
  /// The index of the `GRANT` token.
  package let keyword: Int
  /// The index of the role token, the last token.
  package let role: Int
  /// The system role; `nil` for a custom role.
  package let systemRole: SystemRole?
  package let permissions: Permissions
}
