extension Schema {
  package init(_ file: SchemaFile) {
    self.init(
      roles: file.roles.map { file.name($0.name) },
      recordTypes: file.recordTypes.map { declaration in
        RecordType(
          name: file.name(declaration.name),
          fields: file.fields[declaration.fields].compactMap { field in
            field.type.map { Field(name: file.name(field.name), type: $0, indexes: field.indexes) }
          },
          grants: Self.merged(
            file.grants[declaration.grants].map { Grant(role: file.name($0.role), permissions: $0.permissions) }))
      })
  }

  /// Returns one grant per role, at the position of its first grant.
  private static func merged(_ grants: [Grant]) -> [Grant] {
    var merged: [Grant] = []
    merged.reserveCapacity(grants.count)
    var indices: [String: Int] = [:]
    for grant in grants {
      if let index = indices[grant.role] {
        merged[index].permissions.formUnion(grant.permissions)
      } else {
        indices[grant.role] = merged.count
        merged.append(grant)
      }
    }
    return merged
  }
}
