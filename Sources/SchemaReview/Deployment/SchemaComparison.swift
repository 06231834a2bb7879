import CloudKitSchema
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

  /// Where a difference is seen, and its other side.
  struct Sides {
    let file: String
    let range: SourceRange?
    let other: Diagnostic.Related?
  }

  /// Where a change is seen: in the new file, or in the old one when it was removed. Its other side is what it was, or
  /// the record type it is missing from.
  func sides(of change: SchemaChange) -> Sides {
    let key = DeclarationPlaces.Key(change)
    return sides(new: key, old: key, parent: change.recordType.map { .recordType($0) })
  }

  /// Where the new side of a likely rename is; the other is the old one.
  func sides(of rename: LikelyRename) -> Sides {
    switch rename {
    case .recordType(let old, let new): sides(new: .recordType(new), old: .recordType(old), parent: nil)
    case .field(let old, let new, let type):
      sides(new: .field(new.name, of: type), old: .field(old.name, of: type), parent: .recordType(type))
    }
  }

  private func sides(new key: DeclarationPlaces.Key, old oldKey: DeclarationPlaces.Key, parent: DeclarationPlaces.Key?)
    -> Sides
  {
    let old = oldPlaces[oldKey].map { Diagnostic.Related("as it is live", file: oldName, range: $0) }
    if let range = newPlaces[key] {
      let missing = parent.flatMap { oldPlaces[$0] }.map {
        Diagnostic.Related("live without it", file: oldName, range: $0)
      }
      return Sides(file: newName, range: range, other: old ?? missing)
    }
    let missing = parent.flatMap { newPlaces[$0] }.map {
      Diagnostic.Related("to be without it", file: newName, range: $0)
    }
    guard let old else { return Sides(file: newName, range: nil, other: nil) }
    return Sides(file: oldName, range: old.range, other: missing)
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
