package import CloudKitSchema

/// The type of an attribute, and what CloudKit stores for it.
package struct AttributeType: Hashable, Sendable {
  /// The type as its model writes it.
  package let name: String
  /// The type of the field; `nil` if the type is unknown or refused.
  package let primitive: FieldType.Primitive?
  /// Whether large values move to an asset in a second field.
  package let movesLargeValues: Bool
  /// Whether the mapping is documented or was seen in exports.
  package let isVerified: Bool

  package init(
    _ name: String, _ primitive: FieldType.Primitive?, movesLargeValues: Bool = false, isVerified: Bool = true
  ) {
    self.name = name
    self.primitive = primitive
    self.movesLargeValues = movesLargeValues
    self.isVerified = isVerified
  }

  package static func unknown(_ name: String) -> AttributeType { AttributeType(name, nil, isVerified: false) }

  /// The types of Core Data, as a model file names them.
  ///
  /// Sources: Apple, "Reading CloudKit Records for Core Data"; exports of 19 public containers (2026-11).
  package static let coreData: [String: AttributeType] = Dictionary(
    uniqueKeysWithValues: [
      AttributeType("Integer 16", .int64),
      AttributeType("Integer 32", .int64),
      AttributeType("Integer 64", .int64),
      AttributeType("Boolean", .int64),
      AttributeType("Double", .double),
      AttributeType("Float", .double),
      AttributeType("Decimal", .double),
      AttributeType("Date", .timestamp),
      AttributeType("String", .string, movesLargeValues: true),
      AttributeType("UUID", .string),
      AttributeType("URI", .string, movesLargeValues: true),
      AttributeType("Binary", .bytes, movesLargeValues: true),
      AttributeType("Transformable", .bytes, movesLargeValues: true),
      AttributeType("Composite", .bytes, isVerified: false),
      // CloudKit refuses a model with these.
      AttributeType("Undefined", nil),
      AttributeType("Object ID", nil),
    ].map { ($0.name, $0) })
}
