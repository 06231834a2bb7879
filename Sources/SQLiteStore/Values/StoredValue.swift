import CloudKitRecords
import Foundation
import JSON

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
    case .location, .asset, .list:
      // One spelling per value, so that equal values have equal text.
      self = .text(
        String(decoding: JSONWriter.document(capacity: 64) { $0.fieldValue(value, in: .stored) }, as: UTF8.self))
    }
  }

  /// Creates a value as the table of a list's members stores it, in its JSON form.
  init(member value: FieldValue) {
    switch value {
    case .bytes(let bytes): self = .text(Data(bytes).base64EncodedString())
    default: self.init(value)
    }
  }
}
