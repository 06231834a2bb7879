import CloudKitSchema

/// Recipes for changes that production refuses: add the new declaration, move to it, then stop using the old one.
extension SchemaComparison {
  /// Returns the sentences for a change that production refuses; empty for any other change.
  func recipe(for change: SchemaChange) -> [String] {
    guard let type = change.recordType else { return [] }
    let recipe = MigrationRecipe(recordType: type, isPrivate: isProbablyPrivate(type))
    return switch (change, rename(removing: change.declaration)) {
    case (.fieldRemoved(let field, _), .field(_, let new, _)?): recipe.move(field, to: new, isDeclared: true)
    case (.fieldRemoved(let field, _), _): recipe.retire(field)
    case (.fieldTypeChanged(let name, _, let from, let to), _):
      recipe.move(
        liveField(name, of: type) ?? Field(name: name, type: from),
        to: Field(name: freeName(name, to, of: type), type: to), isDeclared: false)
    case (.recordTypeRemoved, .recordType(_, let new)?): recipe.moveRecords(to: new)
    case (.recordTypeRemoved, _): recipe.retireType()
    default: []
    }
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
