package import CloudKitSchema

/// The declared types of a schema's fields, prepared once to check, read and write many records.
package struct FieldTypes: Sendable {
  private let types: [RecordType.Name: [String: FieldType]]

  /// Creates the types of a schema. With an empty schema no type is known, and each value's type is inferred from the
  /// value.
  package init(_ schema: Schema) {
    types = Dictionary(
      schema.recordTypes.map { type in
        let fields = type.fields.filter { !SystemField.isReserved($0.name) }
        return (type.name, Dictionary(fields.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first }))
      },
      uniquingKeysWith: { first, _ in first })
  }

  /// The types of a record type's own fields; empty for an undeclared record type.
  package subscript(type: RecordType.Name) -> [String: FieldType] { types[type] ?? [:] }

  /// Returns the types of a record type's own fields.
  /// - Throws: CloudKit's error for an undeclared record type.
  package func declared(_ type: RecordType.Name) throws(RecordError) -> [String: FieldType] {
    guard let fields = types[type] else { throw .unknownType(type) }
    return fields
  }

  /// Returns the type of a field, including system fields.
  package func type(of field: String, in type: RecordType.Name) -> FieldType? {
    SystemField(rawValue: field)?.type ?? types[type]?[field]
  }
}

extension SystemField {
  /// Whether CloudKit reserves a field's name, so that no record can set the field.
  package static func isReserved(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: "_") }
}

extension FieldType {
  /// The type's name in CloudKit's JSON, such as `STRING_LIST`.
  package var wireName: String {
    let base = primitive == .asset ? "ASSETID" : primitive.rawValue
    return isList ? base + "_LIST" : base
  }
}
