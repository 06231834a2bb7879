import CloudKitRecords
import CloudKitSchema
import GRDB
import JSON

extension FieldColumn {
  /// Returns the field's value from its column of a row and, for a reference, the action column after it; `nil` for
  /// NULL.
  /// - Throws: `MisfitValue` if the column holds a value of another type.
  func value(in row: Row, at index: Int) throws(MisfitValue) -> FieldValue? {
    let stored = row.value(index)
    if case .null = stored { return nil }
    if type.isList || type.primitive == .location || type.primitive == .asset {
      guard case .text(let text) = stored else { throw misfit(stored) }
      guard let json = try? JSONValue(strict: Array(text.utf8)), let value = FieldValue(json, as: type, in: .stored)
      else { throw MisfitValue(field: name, type: type, found: "other text") }
      return value
    }
    switch (type.primitive, stored) {
    case (.string, .text(let text)): return .string(text)
    case (.int64, .integer(let number)), (.number, .integer(let number)): return .int64(number)
    case (.double, .real(let number)), (.number, .real(let number)): return .double(number)
    case (.timestamp, .integer(let number)): return .timestamp(Timestamp(milliseconds: number))
    case (.bytes, .blob(let bytes)): return .bytes(bytes)
    case (.reference, .text(let text)):
      let target = RecordName(text)
      guard let action = row.text(index + 1) else { return .reference(Reference(target)) }
      guard let action = Reference.Action(rawValue: action) else {
        throw MisfitValue(field: name, type: type, found: "the action '\(action)'")
      }
      return .reference(Reference(target, action: action))
    default: throw misfit(stored)
    }
  }

  /// Returns the value of a column by its SQLite type, whatever the field's type.
  func storedValue(in row: Row, at index: Int) -> FieldValue? {
    switch row.value(index) {
    case .null: nil
    case .integer(let number): .int64(number)
    case .real(let number): .double(number)
    case .text(let text): .string(text)
    case .blob(let bytes): .bytes(bytes)
    }
  }

  private func misfit(_ stored: StoredValue) -> MisfitValue {
    let found =
      switch stored {
      case .null: "nothing"
      case .integer(let number): "the integer \(number)"
      case .real(let number): "the number \(number)"
      case .text: "text"
      case .blob: "bytes"
      }
    return MisfitValue(field: name, type: type, found: found)
  }
}

/// A column value that its field's type does not allow, which only an edit outside the store can cause.
struct MisfitValue: Error {
  let field: String
  let type: FieldType
  let found: String

  /// Returns the message for a value at a place, such as `record 'a'`.
  func message(at place: String) -> String {
    "field '\(field)' of \(place) holds \(found), not \(type); fix or clear it in the container"
  }
}
