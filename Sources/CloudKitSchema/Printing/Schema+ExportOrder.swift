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
}
