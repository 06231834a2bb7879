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
  /// Whether it may change a value that is there.
  let authority: SeedAuthority
  private let cleared: Set<String>

  /// No field yet.
  init(_ authority: SeedAuthority, clearing cleared: Set<String>) {
    self.authority = authority
    self.cleared = cleared
  }

  /// Names a field where the seed has a value for it, or clears it where the seed says null.
  mutating func set(_ field: String, _ value: FieldValue?) {
    if value != nil || cleared.contains(field) { values.append((field, value)) }
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

  /// The fields of a new record.
  var created: RecordFields {
    var fields: RecordFields = [:]
    fields.reserveCapacity(values.count + 4)
    for (field, value) in values where value != nil { fields[field] = value }
    return fields
  }
}
