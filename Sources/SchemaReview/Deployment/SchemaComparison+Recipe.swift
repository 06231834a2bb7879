import CloudKitSchema

/// Recipes for changes that production refuses: add the new declaration, move to it, then stop using the old one.
extension SchemaComparison {
  /// Returns the sentences for a change that production refuses; empty for any other change.
  func recipe(for change: SchemaChange) -> [String] {
    switch (change, rename(removing: change.declaration)) {
    case (.fieldRemoved(let field, let type), .field(_, let new, _)?):
      Self.move(of: type, from: field, to: new, declared: new)
    case (.fieldRemoved(let field, let type), _): Self.retire(field, of: type)
    case (.fieldTypeChanged(let name, let type, let from, let to), _):
      Self.move(
        of: type, from: liveField(name, of: type) ?? Field(name: name, type: from),
        to: Field(name: freeName(name, to, of: type), type: to), declared: nil)
    case (.recordTypeRemoved(let old), .recordType(_, let new)?): Self.move(from: old.name, to: new)
    case (.recordTypeRemoved(let type), _): Self.retire(type.name)
    default: []
    }
  }

  private static func retire(_ field: Field, of type: RecordType.Name) -> [String] {
    [
      "Keep the line `\(field)` in \(type) and mark it `// DEPRECATED`.",
      "Ship apps and jobs that neither read nor write \(type).\(field.name).",
      field.indexes.isEmpty
        ? "Keep the line: an unused field costs nothing."
        : "Remove \(field.indexes) from the line once no app in use queries \(type).\(field.name), and keep the field.",
    ]
  }

  private static func retire(_ type: RecordType.Name) -> [String] {
    [
      "Keep the record type \(type) in the schema and mark it `// DEPRECATED`.",
      "Ship apps and jobs that neither read nor write \(type).",
      "Delete the records of \(type) once no app in use reads them, and keep the empty record type.",
    ]
  }

  /// Returns the sentences that move values to a field, which gets the indexes of the old one as far as its type
  /// supports them.
  private static func move(
    of type: RecordType.Name, from old: Field, to new: Field, declared: Field?
  ) -> [String] {
    let both = "\(type).\(old.name) and \(type).\(new.name)"
    var new = new
    new.indexes.formUnion(old.indexes.intersection(new.type.supportedIndexes))
    let beside = new == declared ? " beside the new `\(new)`" : ", declare `\(new)` beside it"
    return [
      "Keep the line `\(old)` in \(type)\(beside), and deploy the schema.",
      "Ship apps and jobs that write \(both), and read \(new.name) before \(old.name).",
      "Copy \(old.name) to \(new.name) in every record of \(type)"
        + (old.type == new.type ? "." : ", converting \(old.type) to \(new.type)."),
      "Once no app in use reads \(type).\(old.name), stop writing it, mark its line `// DEPRECATED` and keep it.",
    ]
  }

  private static func move(from old: RecordType.Name, to new: RecordType.Name) -> [String] {
    [
      "Keep the record type \(old) in the schema beside the new \(new), and deploy the schema.",
      "Ship apps and jobs that write both, and read \(new) before \(old).",
      "Copy every record of \(old) to \(new).",
      "Once no app in use reads \(old), mark it `// DEPRECATED`, delete its records and keep the empty record type.",
    ]
  }

  /// Returns a field name for the new type that neither file uses, such as `scoreDouble`.
  private func freeName(_ name: String, _ type: FieldType, of owner: RecordType.Name) -> String {
    let words = type.description.split { !$0.isLetter && !$0.isNumber }.filter { $0 != "AS" && $0 != "PREFERRED" }
    // Names that begin with underscores are reserved for CloudKit.
    let stem = name.hasPrefix("___") ? String(name.dropFirst(3)) : name
    let base = stem + words.map { $0.prefix(1) + $0.dropFirst().lowercased() }.joined()
    var free = base
    var number = 2
    while hasField(free, of: owner) { (free, number) = (base + String(number), number + 1) }
    return free
  }
}
