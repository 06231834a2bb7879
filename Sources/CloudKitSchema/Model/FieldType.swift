/// The type of a field's values.
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

  /// Creates a type.
  package init(
    _ primitive: Primitive, isEncrypted: Bool = false, isList: Bool = false, preferredNumber: Primitive? = nil
  ) {
    self.primitive = primitive
    self.isEncrypted = isEncrypted
    self.isList = isList
    self.preferredNumber = preferredNumber
  }

  /// Returns the list type of a primitive type.
  package static func list(_ primitive: Primitive) -> FieldType { FieldType(primitive, isList: true) }

  /// The type as in a schema file.
  package var description: String {
    var text = (isEncrypted ? "ENCRYPTED " : "") + primitive.rawValue
    if let preferredNumber { text += " PREFERRED AS \(preferredNumber.rawValue)" }
    return isList ? "LIST<\(text)>" : text
  }
}
