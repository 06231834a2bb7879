extension Schema {
  /// What a file says; fields without a type that exists, and what was not understood, are left out.
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

  /// One grant per role, at the place of its first.
  private static func merged(_ grants: [Grant]) -> [Grant] {
    var merged: [Grant] = []
    merged.reserveCapacity(grants.count)
    var places: [String: Int] = [:]
    for grant in grants {
      if let place = places[grant.role] {
        merged[place].permissions.formUnion(grant.permissions)
      } else {
        places[grant.role] = merged.count
        merged.append(grant)
      }
    }
    return merged
  }
}
