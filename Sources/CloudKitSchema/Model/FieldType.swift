package struct FieldType: Hashable, Sendable, CustomStringConvertible {
  /// The primitive types, whose raw values are their keywords.
  package enum Primitive: String, CaseIterable, Sendable {
    case asset = "ASSET"
    case bytes = "BYTES"
    case double = "DOUBLE"
    case int64 = "INT64"
    case location = "LOCATION"
    case number = "NUMBER"
    case reference = "REFERENCE"
    case string = "STRING"
    case timestamp = "TIMESTAMP"
  }

  /// The type of a value or of a list's elements.
  package var primitive: Primitive
  /// Whether values are encrypted (`ENCRYPTED STRING`).
  package var isEncrypted: Bool
  /// Whether a value is a list (`LIST<STRING>`).
  package var isList: Bool
  /// The type after `NUMBER PREFERRED AS`, `.int64` or `.double`; `nil` for every other type.
  package var preferredNumber: Primitive?

  package init(
    _ primitive: Primitive, isEncrypted: Bool = false, isList: Bool = false, preferredNumber: Primitive? = nil
  ) {
    self.primitive = primitive
    self.isEncrypted = isEncrypted
    self.isList = isList
    self.preferredNumber = preferredNumber
  }

  package static func list(_ primitive: Primitive) -> FieldType { FieldType(primitive, isList: true) }

  /// The type as in a schema file.
  package var description: String {
    var text = (isEncrypted ? "ENCRYPTED " : "") + primitive.rawValue
    if let preferredNumber { text += " PREFERRED AS \(preferredNumber.rawValue)" }
    return isList ? "LIST<\(text)>" : text
  }
}

extension FieldType {
  /// The indexes that CloudKit supports on fields of the type: none on encrypted fields and assets, text search on
  /// strings only, no order for lists and references.
  package var supportedIndexes: Indexes {
    if isEncrypted || primitive == .asset { return [] }
    var indexes: Indexes = primitive == .string ? [.queryable, .searchable] : .queryable
    if !isList, primitive != .reference { indexes.insert(.sortable) }
    return indexes
  }

  /// Whether a type only sets the preferred type of a NUMBER field that has none yet, as it can once.
  package func isNumber(becoming new: FieldType) -> Bool {
    guard primitive == .number, preferredNumber == nil, new.preferredNumber != nil else { return false }
    var preferred = self
    preferred.preferredNumber = new.preferredNumber
    return preferred == new
  }
}
