package import CloudKitSchema

/// Declared types of a schema's fields, prepared once to check, read and write many records.
package struct FieldTypes: Sendable {
  private let types: [RecordType.Name: [String: FieldType]]

  /// The types of a schema. With an empty schema no type is known, and values are read as what they look like.
  package init(_ schema: Schema) {
    types = Dictionary(
      schema.recordTypes.map { type in
        let fields = type.fields.filter { !SystemField.isReserved($0.name) }
        return (type.name, Dictionary(fields.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first }))
      },
      uniquingKeysWith: { first, _ in first })
  }

  /// The types of a record type's own fields; empty for a type that is not declared.
  package subscript(type: RecordType.Name) -> [String: FieldType] { types[type] ?? [:] }

  /// The types of a record type's own fields.
  /// - Throws: CloudKit's reason for a type that is not declared.
  package func declared(_ type: RecordType.Name) throws(RecordError) -> [String: FieldType] {
    guard let fields = types[type] else { throw .unknownType(type) }
    return fields
  }

  /// The type of a field, system fields included.
  package func type(of field: String, in type: RecordType.Name) -> FieldType? {
    SystemField(rawValue: field)?.type ?? types[type]?[field]
  }
}

extension SystemField {
  /// Whether a field's name is reserved for CloudKit, so that no record can set the field.
  package static func isReserved(_ name: String) -> Bool { name.utf8.first == UInt8(ascii: "_") }
}

extension FieldType {
  /// The type's name on the wire, such as `STRING_LIST`.
  package var wireName: String {
    let base = primitive == .asset ? "ASSETID" : primitive.rawValue
    return isList ? base + "_LIST" : base
  }
}
