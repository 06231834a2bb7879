package import CloudKitSchema

/// The declared types of a schema's fields, prepared once to read and write many records.
package struct FieldTypes: Sendable {
  private let types: [RecordType.Name: [String: FieldType]]

  /// The types of a schema; of an empty one nothing is known, and values are taken for what they look like.
  package init(_ schema: Schema) {
    types = Dictionary(
      schema.recordTypes.map { type in
        (type.name, Dictionary(type.fields.map { ($0.name, $0.type) }, uniquingKeysWith: { first, _ in first }))
      },
      uniquingKeysWith: { first, _ in first })
  }

  /// The types of a record type's fields; none of one that is not declared.
  package subscript(type: RecordType.Name) -> [String: FieldType] { types[type] ?? [:] }

  /// The type of a field, system fields included.
  func type(of field: String, in type: RecordType.Name) -> FieldType? {
    SystemField(rawValue: field)?.type ?? types[type]?[field]
  }
}
