package import CloudKitSchema

/// What differs between two schemas in meaning; order, comments and layout are not part of a schema.
package struct SchemaDiff: Hashable, Sendable {
  /// The differences: roles, then record types by name; within one its fields by name, then its grants by role.
  package let changes: [SchemaChange]
  /// What of it is probably one thing under another name; each is among the changes as something gone and new.
  package let renames: [LikelyRename]

  /// The changes that make the new schema out of the old one.
  package init(from old: Schema, to new: Schema) {
    var changes: [SchemaChange] = []
    for (role, before, _) in Self.differing(old.roles, new.roles, by: \.self) {
      changes.append(before == nil ? .roleAdded(role) : .roleRemoved(role))
    }
    for (_, before, after) in Self.differing(old.recordTypes, new.recordTypes, by: \.name) {
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

  private static func compareFields(from old: RecordType, to new: RecordType, into changes: inout [SchemaChange]) {
    let type = new.name
    for (name, before, after) in differing(old.fields, new.fields, by: \.name) {
      // A system field exists whether it is declared or not; without its line it has no index.
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
    for (role, before, after) in differing(old.grants, new.grants, by: \.role) {
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

  /// The elements that are not the same in both, paired and sorted by name; of several with one name the first counts.
  private static func differing<Element: Equatable>(
    _ old: [Element], _ new: [Element], by name: (Element) -> String
  ) -> [(name: String, old: Element?, new: Element?)] {
    var pairs: [(name: String, old: Element?, new: Element?)] = []
    pairs.reserveCapacity(max(old.count, new.count))
    var places: [String: Int] = Dictionary(minimumCapacity: old.count)
    for element in old {
      let name = name(element)
      guard places[name] == nil else { continue }
      places[name] = pairs.count
      pairs.append((name, element, nil))
    }
    for element in new {
      let name = name(element)
      if let place = places[name] {
        if pairs[place].new == nil { pairs[place].new = element }
      } else {
        places[name] = pairs.count
        pairs.append((name, nil, element))
      }
    }
    return pairs.filter { $0.old != $0.new }.sorted { $0.name < $1.name }
  }
}
