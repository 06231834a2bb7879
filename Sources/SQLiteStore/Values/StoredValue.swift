import CloudKitRecords

/// A value as SQLite stores it.
enum StoredValue: Codable, Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  /// Creates a field's value as its column stores it; the action of a reference has its own column.
  init(_ value: FieldValue) {
    switch value {
    case .string(let string): self = .text(string)
    case .int64(let integer): self = .integer(integer)
    case .double(let double): self = .real(double)
    case .timestamp(let timestamp): self = .integer(timestamp.milliseconds)
    case .bytes(let bytes): self = .blob(bytes)
    case .reference(let reference): self = .text(reference.recordName.rawValue)
    case .location, .asset, .list: self = .text(StoredJSON.text(value))
    }
  }

  /// Creates a value as the table of a list's members stores it, in its JSON form.
  init(member value: FieldValue) {
    switch value {
    case .bytes(let bytes): self = .text(base64(bytes))
    default: self.init(value)
    }
  }
}
