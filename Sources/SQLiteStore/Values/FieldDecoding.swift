import CloudKitRecords
import CloudKitSchema

extension FieldColumn {
  /// The field's value from what its column holds; `nil` for NULL.
  /// - Parameter action: what the column of the reference's action holds.
  /// - Throws: `MisfitValue` where somebody put something else there.
  func value(_ stored: StoredValue, action: String? = nil) throws(MisfitValue) -> FieldValue? {
    if type.isList || type.primitive == .location || type.primitive == .asset {
      guard case .text(let json) = stored else { return stored == .null ? nil : try misfit(stored) }
      do { return try FieldValue(json: Array(json.utf8), type: type) } catch {
        throw MisfitValue(field: name, type: type, found: "other text")
      }
    }
    switch (type.primitive, stored) {
    case (_, .null): return nil
    case (.string, .text(let text)): return .string(text)
    case (.int64, .integer(let integer)), (.number, .integer(let integer)): return .int64(integer)
    case (.double, .real(let double)), (.number, .real(let double)): return .double(double)
    case (.timestamp, .integer(let integer)): return .timestamp(Timestamp(milliseconds: integer))
    case (.bytes, .blob(let bytes)): return .bytes(bytes)
    case (.reference, .text(let name)):
      guard let action else { return .reference(Reference(RecordName(name))) }
      guard let action = Reference.Action(rawValue: action) else {
        throw MisfitValue(field: self.name, type: type, found: "the action '\(action)'")
      }
      return .reference(Reference(RecordName(name), action: action))
    default: return try misfit(stored)
    }
  }

  private func misfit(_ stored: StoredValue) throws(MisfitValue) -> FieldValue {
    let found =
      switch stored {
      case .null: "nothing"
      case .integer(let integer): "the integer \(integer)"
      case .real(let double): "the number \(double)"
      case .text: "text"
      case .blob: "bytes"
      }
    throw MisfitValue(field: name, type: type, found: found)
  }
}

/// A column that holds what its field's type does not allow, which only an edit past the store can do.
struct MisfitValue: Error {
  let field: String
  let type: FieldType
  let found: String
}
