import CloudKitRecords
import CloudKitSchema
import JSON

extension FieldColumn {
  /// Returns the field's value from its column of a row and, for a reference, the action column after it; `nil` for
  /// NULL.
  /// - Throws: `MisfitValue` if the column holds a value of another type.
  func value(in row: PreparedStatement, at index: Int) throws(MisfitValue) -> FieldValue? {
    let kind = row.kind(index)
    if kind == .null { return nil }
    if type.isList || type.primitive == .location || type.primitive == .asset {
      guard kind == .text else { throw misfit(row, index) }
      guard let json = try? JSONValue(strict: Array(row.bytes(index))),
        let value = FieldValue(json, as: type, in: .stored)
      else { throw MisfitValue(field: name, type: type, found: "other text") }
      return value
    }
    switch (type.primitive, kind) {
    case (.string, .text): return .string(row.string(index))
    case (.int64, .integer), (.number, .integer): return .int64(row.integer(index))
    case (.double, .real), (.number, .real): return .double(row.real(index))
    case (.timestamp, .integer): return .timestamp(Timestamp(milliseconds: row.integer(index)))
    case (.bytes, .blob): return .bytes(row.blob(index))
    case (.reference, .text):
      let target = RecordName(row.string(index))
      guard let action = row.text(index + 1) else { return .reference(Reference(target)) }
      guard let action = Reference.Action(rawValue: action) else {
        throw MisfitValue(field: name, type: type, found: "the action '\(action)'")
      }
      return .reference(Reference(target, action: action))
    default: throw misfit(row, index)
    }
  }

  /// Returns the value of a column by its SQLite type, whatever the field's type.
  func storedValue(in row: PreparedStatement, at index: Int) -> FieldValue? {
    switch row.kind(index) {
    case .null: nil
    case .integer: .int64(row.integer(index))
    case .real: .double(row.real(index))
    case .text: .string(row.string(index))
    case .blob: .bytes(row.blob(index))
    }
  }

  private func misfit(_ row: PreparedStatement, _ index: Int) -> MisfitValue {
    let found =
      switch row.kind(index) {
      case .null: "nothing"
      case .integer: "the integer \(row.integer(index))"
      case .real: "the number \(row.real(index))"
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
