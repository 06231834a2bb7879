import CloudKitRecords

/// Collects the fields that have a value.
struct FieldWriter<Model: CatalogRecord> {
  private(set) var values: RecordFields = [:]

  mutating func set(_ field: Model.Field, _ value: String?) { set(field, value.map { .string($0) }) }
  mutating func set(_ field: Model.Field, _ value: Int?) { set(field, value.map { .int64(Int64($0)) }) }
  mutating func set(_ field: Model.Field, _ value: Double?) { set(field, value.map { .double($0) }) }
  mutating func set(_ field: Model.Field, _ value: Bool?) { set(field, value.map { .flag($0) }) }
  mutating func set(_ field: Model.Field, _ value: Timestamp?) { set(field, value.map { .timestamp($0) }) }
  mutating func set(_ field: Model.Field, _ value: [String]?) { set(field, value.map { .strings($0) }) }

  /// References take no action when their target goes: DELETE_SELF would allow 750 of them (design, decisions).
  mutating func set(_ field: Model.Field, _ value: RecordName?) { set(field, value.map { .reference(Reference($0)) }) }

  mutating func set(_ field: Model.Field, _ value: [RecordName]?) {
    set(field, value.map { .list($0.map { .reference(Reference($0)) }) })
  }

  private mutating func set(_ field: Model.Field, _ value: FieldValue?) {
    if let value { values[field.rawValue] = value }
  }
}
