import Catalog
package import CloudKitRecords

/// One field of a record that is to change.
package struct FieldChange: Hashable, Sendable {
  /// The field.
  package let field: String
  /// Its value now; `nil` for none.
  package let old: FieldValue?
  /// Its value then; `nil` clears it.
  package let new: FieldValue?
}

/// What a seed wants a record's fields to be.
struct DesiredFields {
  /// The fields it names, in the record type's order; `nil` clears.
  private(set) var values: [(field: String, value: FieldValue?)] = []
  /// Whether the seed may change a field that has a value.
  let authority: SeedAuthority

  /// The fields that a seed states or clears, under their names in a layout.
  /// - Parameter value: the value of a field as the layout stores it; `nil` where the seed has none.
  init(
    _ table: CatalogTable, _ seed: SeedFields, _ authority: SeedAuthority, in layout: CatalogLayout,
    value: (CatalogField) -> FieldValue?
  ) {
    self.authority = authority
    for field in table.curated {
      guard let name = field.name(in: layout) else { continue }
      let value = value(field)
      if value != nil || seed.clears(field) { values.append((name, value)) }
    }
  }

  /// What has to change in a record for it to be as desired.
  func changes(to existing: Record) -> [FieldChange] {
    var changes: [FieldChange] = []
    for (field, value) in values {
      let old = existing.fields[field]
      if old == value || authority == .fillAbsent && old != nil { continue }
      changes.append(FieldChange(field: field, old: old, new: value))
    }
    return changes
  }

  /// A new record with the fields, and with the initial values of the others.
  func record(_ name: RecordName, of table: CatalogTable, in layout: CatalogLayout) -> Record {
    var record = Record(type: table.type(in: layout) ?? table.recordType, name: name)
    record.fields.reserveCapacity(values.count + 6)
    for (field, value) in values where value != nil { record[field] = value }
    for field in table.curated {
      if let initial = field.initial[layout], record[field, layout] == nil { record[field] = initial }
    }
    return record
  }
}
