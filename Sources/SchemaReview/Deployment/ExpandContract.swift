import CloudKitSchema

/// How to reach what production refuses: first add what is to be beside what is, then stop using what was.
enum ExpandContract {
  /// The numbered sentences for a change production refuses; none for any other.
  static func recipe(for change: SchemaChange, rename: LikelyRename?, in comparison: SchemaComparison) -> [String] {
    switch (change, rename) {
    case (.fieldRemoved(let field, let type), .field(_, let new, _)?):
      move(of: type, from: field, to: new, isThere: true)
    case (.fieldRemoved(let field, let type), _): retire(field, of: type)
    case (.fieldTypeChanged(let name, let type, let from, let to), _):
      move(
        of: type, from: Field(name: name, type: from),
        to: Field(name: freeName(name, to, of: type, comparison), type: to), isThere: false)
    case (.recordTypeRemoved(let old), .recordType(_, let new)?): move(from: old.name, to: new)
    case (.recordTypeRemoved(let type), _): retire(type.name)
    default: []
    }
  }

  private static func retire(_ field: Field, of type: RecordType.Name) -> [String] {
    [
      "Keep the line `\(field)` in \(type) and mark it `// DEPRECATED`.",
      "Ship versions of the apps and jobs that neither read nor write \(type).\(field.name).",
      field.indexes.isEmpty
        ? "Leave the line where it is: a field nobody writes costs nothing."
        : "Drop \(field.indexes) from the line once no app in use asks for \(type).\(field.name); the field stays.",
    ]
  }

  private static func retire(_ type: RecordType.Name) -> [String] {
    [
      "Keep the record type \(type) in the schema and mark it `// DEPRECATED`.",
      "Ship versions of the apps and jobs that neither read nor write \(type).",
      "Delete the records of \(type) once no app in use reads them, and leave the empty record type where it is.",
    ]
  }

  private static func move(of type: RecordType.Name, from old: Field, to new: Field, isThere: Bool) -> [String] {
    let both = "\(type).\(old.name) and \(type).\(new.name)"
    return [
      "Keep the line `\(old)` in \(type)" + (isThere ? " beside the new `\(new)`" : " and add `\(new)` beside it")
        + ", and deploy that.",
      "Ship versions of the apps and jobs that write \(both), and read \(new.name) before \(old.name).",
      "Copy \(old.name) to \(new.name) in every record of \(type)"
        + (old.type == new.type ? "." : ", converting \(old.type) to \(new.type)."),
      "Once no app in use reads \(type).\(old.name), stop writing it, mark its line `// DEPRECATED` and leave it.",
    ]
  }

  private static func move(from old: RecordType.Name, to new: RecordType.Name) -> [String] {
    [
      "Keep the record type \(old) in the schema beside the new \(new), and deploy that.",
      "Ship versions of the apps and jobs that write both, and read \(new) before \(old).",
      "Copy every record of \(old) to \(new).",
      "Once no app in use reads \(old), stop writing it, mark it `// DEPRECATED`, delete its records and leave it.",
    ]
  }

  /// A name for the field of the new type that neither file has: `scoreDouble`.
  private static func freeName(
    _ name: String, _ type: FieldType, of owner: RecordType.Name, _ comparison: SchemaComparison
  ) -> String {
    let words = type.description.split { !$0.isLetter && !$0.isNumber }.filter { $0 != "AS" && $0 != "PREFERRED" }
    // A system field's name cannot be continued: such names are the system's.
    let stem = name.hasPrefix("___") ? String(name.dropFirst(3)) : name
    let wanted = stem + words.map { $0.prefix(1) + $0.dropFirst().lowercased() }.joined()
    var free = wanted
    var number = 2
    while comparison.knows(free, of: owner) { (free, number) = (wanted + String(number), number + 1) }
    return free
  }
}
