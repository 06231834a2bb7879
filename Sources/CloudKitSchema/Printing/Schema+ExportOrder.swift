extension Schema {
  /// The schema in the order of an Apple export: everything by name, byte by byte, but for the system roles' grants,
  /// which come first.
  ///
  /// Source: thirty exports in public repositories (seen 2026-11).
  package var inExportOrder: Schema {
    Schema(
      roles: roles.sorted(),
      recordTypes: recordTypes.sorted { $0.name < $1.name }.map { type in
        RecordType(
          name: type.name, fields: type.fields.sorted { $0.name < $1.name },
          grants: type.grants.sorted {
            (SystemRole(rawValue: $0.role) == nil ? 1 : 0, $0.role)
              < (SystemRole(rawValue: $1.role) == nil ? 1 : 0, $1.role)
          })
      })
  }

  /// The schema with every system field declared on every record type, as exports have it; it means the same.
  package var declaringSystemFields: Schema {
    var schema = self
    for index in schema.recordTypes.indices {
      let declared = Set(schema.recordTypes[index].fields.lazy.map(\.name))
      for field in SystemField.allCases where !declared.contains(field.rawValue) {
        schema.recordTypes[index].fields.append(Field(name: field.rawValue, type: field.type))
      }
    }
    return schema
  }
}
