package import Catalog
package import CloudKitRecords

/// The fields of a record that a seed file states, keyed by their names in seed files.
///
/// A category reference is stated as a slug. A field is unstated if it has no value and is not `cleared`.
package struct SeedFields: Hashable, Sendable {
  /// The possible field names, shared by all seeds of a kind.
  private let names: [String]
  private var values: RecordFields?
  /// The fields that the file sets to null.
  package private(set) var cleared: Set<String> = []

  /// Creates empty fields of a table's records.
  package init(_ table: CatalogTable) { names = table.curatedNames }

  /// The stated value of a field.
  package subscript(field: CatalogField) -> FieldValue? {
    get { values?[field.name] }
    set {
      if values == nil, newValue != nil {
        values = RecordFields(names: names, values: Array(repeating: nil, count: names.count))
      }
      values?[field.name] = newValue
    }
  }

  /// States that a field has no value.
  package mutating func clear(_ field: CatalogField) {
    self[field] = nil
    cleared.insert(field.name)
  }

  /// Whether the seed sets a field to null.
  package func clears(_ field: CatalogField) -> Bool { cleared.contains(field.name) }
}
