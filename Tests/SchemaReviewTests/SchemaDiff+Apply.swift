import CloudKitSchema
import SchemaReview

extension SchemaDiff {
  /// Returns a schema with the differences applied; additions follow, and changes of absent declarations are ignored.
  func apply(to schema: Schema) -> Schema {
    var schema = schema
    var types: [RecordType.Name: [SchemaChange]] = [:]
    var goneRoles: Set<String> = []
    var goneTypes: Set<String> = []
    var added: [RecordType] = []
    for change in changes {
      switch change {
      case .roleAdded(let role): schema.roles.append(role)
      case .roleRemoved(let role): goneRoles.insert(role)
      case .recordTypeAdded(let type): added.append(type)
      case .recordTypeRemoved(let type): goneTypes.insert(type.name)
      default: if let type = change.recordType { types[type, default: []].append(change) }
      }
    }
    schema.roles.removeAll(where: goneRoles.contains)
    schema.recordTypes.removeAll { goneTypes.contains($0.name) }
    for index in schema.recordTypes.indices {
      if let changes = types[schema.recordTypes[index].name] { Self.apply(changes, to: &schema.recordTypes[index]) }
    }
    schema.recordTypes += added
    return schema
  }

  private static func apply(_ changes: [SchemaChange], to type: inout RecordType) {
    var fields = Dictionary(
      zip(type.fields.lazy.map(\.name), type.fields.indices), uniquingKeysWith: { first, _ in first })
    let grants = Dictionary(
      zip(type.grants.lazy.map(\.role), type.grants.indices), uniquingKeysWith: { first, _ in first })
    var goneFields: Set<String> = []
    var goneGrants: Set<String> = []
    /// The place of a field; a system field without a line gets one.
    func place(_ name: String) -> Int? {
      if let place = fields[name] { return place }
      guard let system = SystemField(rawValue: name) else { return nil }
      type.fields.append(Field(name: name, type: system.type))
      fields[name] = type.fields.count - 1
      return type.fields.count - 1
    }
    for change in changes {
      switch change {
      case .fieldAdded(let field, _): type.fields.append(field)
      case .fieldRemoved(let field, _): goneFields.insert(field.name)
      case .fieldTypeChanged(let name, _, _, let new): if let place = place(name) { type.fields[place].type = new }
      case .indexesChanged(let name, _, _, let new): if let place = place(name) { type.fields[place].indexes = new }
      case .grantAdded(let grant, _): type.grants.append(grant)
      case .grantRemoved(let grant, _): goneGrants.insert(grant.role)
      case .permissionsChanged(let role, _, _, let new):
        if let place = grants[role] { type.grants[place].permissions = new }
      case .roleAdded, .roleRemoved, .recordTypeAdded, .recordTypeRemoved: break
      }
    }
    type.fields.removeAll { goneFields.contains($0.name) }
    type.grants.removeAll { goneGrants.contains($0.role) }
  }
}

extension Schema {
  /// The schema with every system field declared on every record type, as exports have it; it means the same.
  var declaringSystemFields: Schema {
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
