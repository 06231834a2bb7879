package import CloudKitSchema

/// The steps that migrate a container from one schema to another.
struct SchemaMigration {
  /// What the container has and the new schema would lose: one line each, in the order of the old schema.
  let losses: [String]
  /// The SQL statements, in execution order.
  let statements: [String]

  init(from old: Schema, to new: Schema) {
    losses = old.recordTypes.flatMap { Self.losses(of: $0, in: new) }
    let before = ContainerLayout(old).tables
    let after = ContainerLayout(new).tables
    let oldObjects = before.flatMap(\.objects)
    let newObjects = after.flatMap(\.objects)

    // A table of records is never recreated; it gains columns. Its declaration alone therefore does not tell its
    // columns.
    let had = Set(oldObjects.filter { $0.kind != .records })
    let wanted = Set(newObjects.filter { $0.kind != .records })
    let tables = Set(before.map(\.type.name))
    var statements: [String] = []
    // Triggers go first, so that no trigger refers to a dropped table.
    statements += oldObjects.filter { had.contains($0) && !wanted.contains($0) }.reversed().map(\.drop)
    for table in after {
      let isNew = !tables.contains(table.type.name)
      let columns = Set(before.first { $0.type.name == table.type.name }?.columns.map(\.name) ?? [])
      for object in table.objects {
        switch object.kind {
        case .records where isNew: statements.append(object.sql)
        case .records:
          for column in table.columns where !columns.contains(column.name) {
            statements += TableLayout.declarations(of: column).map { "ALTER TABLE \(table.table) ADD COLUMN \($0)" }
          }
        case .derived, .index, .trigger:
          guard !had.contains(object) else { continue }
          statements.append(object.sql)
          if !isNew, let fill = object.fill { statements.append(fill) }
        }
      }
    }
    self.statements = statements
  }

  private static func losses(of type: RecordType, in schema: Schema) -> [String] {
    guard let kept = schema.recordType(named: type.name) else { return ["record type '\(type.name)' is gone"] }
    return type.fields.compactMap { field in
      guard SystemField(rawValue: field.name) == nil else { return nil }
      guard let other = kept.fields.first(where: { $0.name == field.name }) else {
        return "field '\(type.name).\(field.name)' is gone"
      }
      // Encryption and the preferred number do not affect how SQLite stores a value.
      let isSame = field.type.primitive == other.type.primitive && field.type.isList == other.type.isList
      return isSame ? nil : "field '\(type.name).\(field.name)' is \(other.type), was \(field.type)"
    }
  }
}

extension Schema {
  /// Returns whether a container can be migrated to this schema from another one without losing data.
  package func keepsAll(of other: Schema) -> Bool { SchemaMigration(from: other, to: self).losses.isEmpty }
}
