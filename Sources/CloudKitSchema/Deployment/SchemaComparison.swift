import Diagnostics

/// Two schema files held against each other, with the places of what differs.
package struct SchemaComparison: Sendable {
  /// The file that is live.
  package let old: SchemaDocument
  /// The file that is to be.
  package let new: SchemaDocument
  /// What differs in meaning.
  package let diff: SchemaDiff

  private let oldPlaces: DeclarationPlaces
  private let newPlaces: DeclarationPlaces

  /// Compares the live file with the one that is to be.
  package init(from old: SchemaDocument, to new: SchemaDocument) {
    self.old = old
    self.new = new
    diff = SchemaDiff(from: old.schema, to: new.schema)
    let types = Set(diff.changes.lazy.compactMap(\.recordType))
    oldPlaces = DeclarationPlaces(old.file, of: types)
    newPlaces = DeclarationPlaces(new.file, of: types)
  }

  /// What the live file is called.
  var oldName: String { old.file.source.name }
  /// What the file that is to be is called.
  var newName: String { new.file.source.name }

  /// Whether the new file has a line for a field; an undeclared system field has none.
  func declares(_ field: String, of type: RecordType.Name) -> Bool { newPlaces[.field(field, of: type)] != nil }

  /// Whether either file has a field of the name.
  func knows(_ field: String, of type: RecordType.Name) -> Bool {
    declares(field, of: type) || oldPlaces[.field(field, of: type)] != nil
  }

  /// Where a change is seen: in the new file, or in the old one when it was removed.
  func place(of change: SchemaChange) -> (file: String, range: SourceRange?) {
    place(of: DeclarationPlaces.Key(change))
  }

  /// Where the new side of a likely rename is.
  func place(of rename: LikelyRename) -> (file: String, range: SourceRange?) {
    switch rename {
    case .recordType(_, let new): place(of: .recordType(new))
    case .field(_, let new, let type): place(of: .field(new.name, of: type))
    }
  }

  private func place(of key: DeclarationPlaces.Key) -> (file: String, range: SourceRange?) {
    if let range = newPlaces[key] { return (newName, range) }
    if let range = oldPlaces[key] { return (oldName, range) }
    return (newName, nil)
  }
}

/// The names of one file's declarations, by what they declare.
private struct DeclarationPlaces: Sendable {
  /// What a declaration declares.
  enum Key: Hashable {
    case role(String)
    case recordType(RecordType.Name)
    case field(String, of: RecordType.Name)
    case grant(String, of: RecordType.Name)

    /// What a change is about.
    init(_ change: SchemaChange) {
      self =
        switch change {
        case .roleAdded(let role), .roleRemoved(let role): .role(role)
        case .recordTypeAdded(let type), .recordTypeRemoved(let type): .recordType(type.name)
        case .fieldAdded(let field, let type), .fieldRemoved(let field, let type): .field(field.name, of: type)
        case .fieldTypeChanged(let field, let type, _, _), .indexesChanged(let field, let type, _, _):
          .field(field, of: type)
        case .grantAdded(let grant, let type), .grantRemoved(let grant, let type): .grant(grant.role, of: type)
        case .permissionsChanged(let role, let type, _, _): .grant(role, of: type)
        }
    }
  }

  private var ranges: [Key: SourceRange] = [:]

  /// The places of roles and of what these record types hold; the rest of the file is not looked at.
  init(_ file: SchemaFile, of types: Set<RecordType.Name>) {
    func add(_ key: Key, _ token: Int) {
      if ranges[key] == nil { ranges[key] = file.tokens[token].range }
    }
    for role in file.roles { add(.role(file.name(role.name)), role.name) }
    for type in file.recordTypes {
      let name = file.name(type.name)
      guard types.contains(name) else { continue }
      add(.recordType(name), type.name)
      for field in file.fields[type.fields] { add(.field(file.name(field.name), of: name), field.name) }
      for grant in file.grants[type.grants] { add(.grant(file.name(grant.role), of: name), grant.role) }
    }
  }

  subscript(key: Key) -> SourceRange? { ranges[key] }
}
