import CloudKitRecords

/// Reads a record's fields as the types they should have.
struct FieldReader<Model: CatalogRecord> {
  private let record: Record

  init(_ record: Record) throws(RecordDecodingError) {
    self.record = record
    if record.type != Model.recordType { throw error(.isA(record.type)) }
  }

  func required<Value>(
    _ field: Model.Field, _ read: (Model.Field) throws(RecordDecodingError) -> Value?
  ) throws(RecordDecodingError) -> Value {
    guard let value = try read(field) else { throw error(.lacks(field: field.rawValue)) }
    return value
  }

  func string(_ field: Model.Field) throws(RecordDecodingError) -> String? {
    try value(field, "STRING") { $0.string }
  }

  /// A whole number. CloudKit's JSON writes 5 and 5.0 alike, so either may arrive for either type.
  func integer(_ field: Model.Field) throws(RecordDecodingError) -> Int? {
    try value(field, "INT64") { value in
      switch value {
      case .int64(let number): Int(number)
      case .double(let number): Int(exactly: number)
      default: nil
      }
    }
  }

  func double(_ field: Model.Field) throws(RecordDecodingError) -> Double? {
    try value(field, "DOUBLE") { $0.number }
  }

  /// A boolean as seed 000 reads it: 1 is true, any other number is not.
  func flag(_ field: Model.Field) throws(RecordDecodingError) -> Bool? {
    try value(field, "INT64") { $0.number.map { $0 == 1 } }
  }

  func timestamp(_ field: Model.Field) throws(RecordDecodingError) -> Timestamp? {
    try value(field, "TIMESTAMP") { $0.timestamp }
  }

  func reference(_ field: Model.Field) throws(RecordDecodingError) -> RecordName? {
    try value(field, "REFERENCE") { $0.reference?.recordName }
  }

  func strings(_ field: Model.Field) throws(RecordDecodingError) -> [String]? {
    try list(field, "STRING_LIST") { $0.string }
  }

  func references(_ field: Model.Field) throws(RecordDecodingError) -> [RecordName]? {
    try list(field, "REFERENCE_LIST") { $0.reference?.recordName }
  }

  private func list<Member>(
    _ field: Model.Field, _ expected: String, _ convert: (FieldValue) -> Member?
  ) throws(RecordDecodingError) -> [Member]? {
    try value(field, expected) { value in
      guard let members = value.list else { return nil }
      let converted = members.compactMap(convert)
      return converted.count == members.count ? converted : nil
    }
  }

  private func value<Value>(
    _ field: Model.Field, _ expected: String, _ convert: (FieldValue) -> Value?
  ) throws(RecordDecodingError) -> Value? {
    guard let stored = record[field.rawValue] else { return nil }
    if let value = convert(stored) { return value }
    throw error(.wrongType(field: field.rawValue, expected: expected, found: stored.typeName))
  }

  private func error(_ reason: RecordDecodingError.Reason) -> RecordDecodingError {
    RecordDecodingError(recordType: Model.recordType, name: record.name, reason: reason)
  }
}
