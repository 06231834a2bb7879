import CloudKitSchema
import Diagnostics

/// A comparison of two schema files, with the places of their differences.
struct SchemaComparison: Sendable {
  /// The live schema.
  let old: SchemaDocument
  let new: SchemaDocument
  /// The differences in meaning.
  let diff: SchemaDiff
  /// The databases of the record types, by the new schema, and by the live one for types that only it has.
  private let databases: (old: DatabaseMap, new: DatabaseMap)

  private let oldPlaces: DeclarationPlaces
  private let newPlaces: DeclarationPlaces
  private let oldFields: [DeclarationName: Field]
  private let renamesByOld, renamesByNew: [DeclarationName: LikelyRename]

  init(from old: SchemaDocument, to new: SchemaDocument, _ settings: DatabaseSettings = DatabaseSettings()) {
    self.old = old
    self.new = new
    databases = (DatabaseMap(old.file, settings), DatabaseMap(new.file, settings))
    diff = SchemaDiff(deploying: new.schema, over: old.schema)
    let types = Set(diff.changes.lazy.compactMap(\.recordType))
    oldPlaces = DeclarationPlaces(old.file, of: types)
    newPlaces = DeclarationPlaces(new.file, of: types)
    let fields = old.schema.recordTypes.lazy.filter { types.contains($0.name) }.flatMap { type in
      type.fields.lazy.map { (DeclarationName.field($0.name, of: type.name), $0) }
    }
    oldFields = Dictionary(fields) { first, _ in first }
    renamesByOld = Dictionary(diff.renames.map { ($0.old, $0) }) { first, _ in first }
    renamesByNew = Dictionary(diff.renames.map { ($0.new, $0) }) { first, _ in first }
  }

  /// Whether a record type is used in private databases only, which ignore its grants. What the new file shows counts
  /// only if the live schema shows it, too: removing every grant does not make a type private.
  func isPrivate(_ type: RecordType.Name) -> Bool {
    if new.schema.recordType(named: type) == nil { return databases.old.isPrivate(type) }
    guard let entry = databases.new[type] else { return false }
    let isNew = old.schema.recordType(named: type) == nil
    return entry.database == .private && (isNew || entry.isDeclared || databases.old.isPrivate(type))
  }

  /// Whether the records of a type are probably in private databases, as far as advice goes: either schema shows it.
  func isProbablyPrivate(_ type: RecordType.Name) -> Bool {
    if let entry = databases.new[type], entry.isDeclared { return entry.database == .private }
    return databases.new.isPrivate(type) || databases.old.isPrivate(type)
  }

  /// The database of a record type of either schema; `nil` if it is unknown.
  func database(of type: RecordType.Name) -> Database? {
    if isPrivate(type) { return .private }
    let entry = databases.new[type] ?? databases.old[type]
    return entry?.isDeclared == true || new.schema.recordType(named: type) == nil ? entry?.database : nil
  }

  /// The changes that are steps of their own: a field that gets another type keeps its line, and so its indexes.
  var steps: [SchemaChange] {
    let retyped = Set(
      diff.changes.compactMap { change in
        if case .fieldTypeChanged = change { change.declaration } else { nil }
      })
    return diff.changes.filter { change in
      if case .indexesChanged = change { !retyped.contains(change.declaration) } else { true }
    }
  }

  func rename(removing declaration: DeclarationName) -> LikelyRename? { renamesByOld[declaration] }

  func rename(adding declaration: DeclarationName) -> LikelyRename? { renamesByNew[declaration] }

  func liveField(_ name: String, of type: RecordType.Name) -> Field? { oldFields[.field(name, of: type)] }

  var oldName: String { old.file.source.name }
  var newName: String { new.file.source.name }

  func declares(_ field: String, of type: RecordType.Name) -> Bool { newPlaces[.field(field, of: type)] != nil }

  /// Whether either file declares a field.
  func hasField(_ field: String, of type: RecordType.Name) -> Bool {
    declares(field, of: type) || oldPlaces[.field(field, of: type)] != nil
  }

  /// The place of a difference, and a related place in the other file.
  struct Sides {
    let file: String
    let range: SourceRange?
    let other: Diagnostic.Related?
  }

  /// Returns the places of a changed declaration: in the new file, for a removal of the record type without the
  /// declaration. The related place is the live declaration, or the live record type without it.
  func sides(of name: DeclarationName) -> Sides {
    sides(new: name, old: name, parent: name.recordType.map { .recordType($0) })
  }

  /// Returns the places of a likely rename in both files.
  func sides(of rename: LikelyRename) -> Sides {
    sides(new: rename.new, old: rename.old, parent: nil)
  }

  private func sides(new key: DeclarationName, old oldKey: DeclarationName, parent: DeclarationName?) -> Sides {
    let old = oldPlaces[oldKey].map { Diagnostic.Related("live declaration", file: oldName, range: $0) }
    if let range = newPlaces[key] {
      let missing = parent.flatMap { oldPlaces[$0] }.map {
        Diagnostic.Related("added to this record type", file: oldName, range: $0)
      }
      return Sides(file: newName, range: range, other: old ?? missing)
    }
    return Sides(file: newName, range: parent.flatMap { newPlaces[$0] }, other: old)
  }
}

private struct DeclarationPlaces: Sendable {
  private var ranges: [DeclarationName: SourceRange] = [:]

  /// Finds the places of roles and of declarations in the given record types.
  init(_ file: SchemaFile, of types: Set<RecordType.Name>) {
    func add(_ key: DeclarationName, _ token: Int) {
      if ranges[key] == nil { ranges[key] = file.tokens[token].range }
    }
    for role in file.roles { add(.role(file.name(role.name)), role.name) }
    for type in file.recordTypes {
      let name = file.name(type.name)
      guard types.contains(name) else { continue }
      add(.recordType(name), type.name)
      for field in file.fields[type.fields] { add(.field(file.name(field.name), of: name), field.name) }
      for grant in file.grants[type.grants] { add(.grant(to: file.name(grant.role), of: name), grant.role) }
    }
  }

  subscript(key: DeclarationName) -> SourceRange? { ranges[key] }
}
