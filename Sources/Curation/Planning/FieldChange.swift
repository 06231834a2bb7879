import Catalog
package import CloudKitRecords

/// A change to one field of a record.
package struct FieldChange: Hashable, Sendable {
  /// The field name.
  package let field: String
  /// The current value, or `nil` for none.
  package let old: FieldValue?
  /// The new value, or `nil` to clear the field.
  package let new: FieldValue?
}

/// The field values that a seed requests for a record.
struct DesiredFields {
  /// The values of the named fields, in the record type's order. `nil` clears a field.
  private(set) var values: [(field: String, value: FieldValue?)] = []
  /// The seed's authority to change fields that already have a value.
  let authority: SeedAuthority

  /// Creates the fields that a seed states or clears, under their names in a layout.
  /// - Parameter value: Returns a field's value as the layout stores it, or `nil` if the seed states none.
  init(
    _ table: CatalogTable, _ seed: SeedFields, _ authority: SeedAuthority, in layout: CatalogLayout,
    value: (CatalogField) -> FieldValue?
  ) {
    self.authority = authority
    for field in table.curated {
      guard let name = field.name(in: layout) else { continue }
      let value = value(field).map(field.canonical)
      if value != nil || seed.clears(field) { values.append((name, value)) }
    }
  }

  /// Returns the changes that bring a record to the requested values.
  func changes(to existing: Record) -> [FieldChange] {
    var changes: [FieldChange] = []
    for (field, value) in values {
      let old = existing.fields[field]
      if old == value || authority == .fillAbsent && old != nil && !isPlaceholder(old, field, of: existing) { continue }
      changes.append(FieldChange(field: field, old: old, new: value))
    }
    return changes
  }

  /// Whether a value is the placeholder title of a feed, which any list may replace.
  private func isPlaceholder(_ value: FieldValue?, _ field: String, of record: Record) -> Bool {
    guard field == FeedField.title.name, let title = value?.string, let url = record[FeedField.feedURL]?.string else {
      return false
    }
    return FeedURL.isPlaceholder(title, of: url)
  }

  /// Returns a new record with the requested values and the initial values of all other fields.
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
