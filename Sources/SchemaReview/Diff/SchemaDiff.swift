package import CloudKitSchema

/// The differences between two schemas, regardless of order, comments, and layout.
package struct SchemaDiff: Hashable, Sendable {
  /// The differences: roles, then record types by name. In a record type: fields by name, then grants by role.
  package let changes: [SchemaChange]
  /// Each is also in `changes`, as a removal and an addition.
  package let renames: [LikelyRename]

  package init(from old: Schema, to new: Schema) {
    var changes: [SchemaChange] = []
    for (role, (before, _)) in Self.differing(old.roles, new.roles, by: \.self) {
      changes.append(before == nil ? .roleAdded(role) : .roleRemoved(role))
    }
    for (_, (before, after)) in Self.differing(old.recordTypes, new.recordTypes, by: \.name) {
      switch (before, after) {
      case (nil, let after?): changes.append(.recordTypeAdded(after))
      case (let before?, nil): changes.append(.recordTypeRemoved(before))
      case (let before?, let after?):
        Self.compareFields(from: before, to: after, into: &changes)
        Self.compareGrants(from: before, to: after, into: &changes)
      case (nil, nil): break
      }
    }
    self.changes = changes
    renames = RenameSearch.renames(in: changes)
  }

  /// Compares a live schema with one to deploy. CloudKit's own record types stay if the new schema leaves them out.
  package init(deploying new: Schema, over old: Schema) {
    self.init(from: old.addingSystemTypes(of: new), to: new.addingSystemTypes(of: old))
  }

  private static func compareFields(from old: RecordType, to new: RecordType, into changes: inout [SchemaChange]) {
    let type = new.name
    for (name, (before, after)) in differing(old.fields, new.fields, by: \.name) {
      // System fields exist even if undeclared, then without an index.
      let system = before == nil || after == nil ? SystemField(rawValue: name) : nil
      let undeclared = system.map { Field(name: name, type: $0.type) }
      switch (before ?? undeclared, after ?? undeclared) {
      case (nil, let after?): changes.append(.fieldAdded(after, to: type))
      case (let before?, nil): changes.append(.fieldRemoved(before, from: type))
      case (let before?, let after?):
        if before.type != after.type {
          changes.append(.fieldTypeChanged(name, of: type, from: before.type, to: after.type))
        }
        if before.indexes != after.indexes {
          changes.append(.indexesChanged(name, of: type, from: before.indexes, to: after.indexes))
        }
      case (nil, nil): break
      }
    }
  }

  private static func compareGrants(from old: RecordType, to new: RecordType, into changes: inout [SchemaChange]) {
    for (role, (before, after)) in differing(old.grants, new.grants, by: \.role) {
      switch (before, after) {
      case (nil, let after?): changes.append(.grantAdded(after, to: new.name))
      case (let before?, nil): changes.append(.grantRemoved(before, from: new.name))
      case (let before?, let after?):
        changes.append(
          .permissionsChanged(role, of: new.name, from: before.permissions, to: after.permissions))
      case (nil, nil): break
      }
    }
  }

  /// Returns the elements that differ, paired and sorted by name. Of several elements with a name, the first counts.
  private static func differing<Element: Equatable>(
    _ old: [Element], _ new: [Element], by name: (Element) -> String
  ) -> [(key: String, value: (old: Element?, new: Element?))] {
    var pairs: [String: (old: Element?, new: Element?)] = Dictionary(minimumCapacity: old.count)
    for element in old.reversed() { pairs[name(element)] = (element, nil) }
    for element in new.reversed() { pairs[name(element), default: (nil, nil)].new = element }
    return pairs.filter { $1.old != $1.new }.sorted { $0.key < $1.key }
  }
}

extension Schema {
  /// Returns the schema with CloudKit's own record types, and only CloudKit's own fields of them, as another schema
  /// declares them.
  fileprivate func addingSystemTypes(of other: Schema) -> Schema {
    let declared = Set(recordTypes.map(\.name))
    var schema = self
    for var type in other.recordTypes where RecordType.isSystem(type.name) && !declared.contains(type.name) {
      type.fields.removeAll {
        $0.name != "roles" && !$0.name.hasPrefix("cloudkit.") && SystemField(rawValue: $0.name) == nil
      }
      schema.recordTypes.append(type)
    }
    return schema
  }
}
