package import CloudKitSchema

/// A field whose values refer to records.
package struct Relationship: Hashable, Sendable {
  /// The representation of a relationship.
  package enum Kind: Sendable {
    /// A `REFERENCE`.
    case reference
    /// A `LIST<REFERENCE>`.
    case references
    /// A `STRING` with a record name, by the naming convention `…RecordName`.
    case recordName
  }

  /// The record type of the field.
  package let recordType: RecordType.Name
  /// The name of the field.
  package let field: String
  /// The representation.
  package let kind: Kind
  /// The record type that the field probably refers to; `nil` if unknown.
  package let target: RecordType.Name?

  /// Returns the relationships of a schema in file order, without system fields.
  ///
  /// Schema files do not declare the target of a reference. A field `feedReference` or `feedRecordName` refers to the
  /// record type `Feed`; otherwise to the only record type that its comment names; otherwise to the only one whose name
  /// ends like the field, such as `PublicFeed`.
  package static func all(in schema: Schema, _ descriptions: SchemaDescriptions) -> [Relationship] {
    let targets = ReferenceTargets(schema)
    return schema.recordTypes.flatMap { type in
      type.fields.compactMap { field in
        guard let kind = kind(of: field), SystemField(rawValue: field.name) == nil else { return nil }
        let words = descriptions.field(field.name, of: type.name)
        return Relationship(
          recordType: type.name, field: field.name, kind: kind, target: targets.target(of: field.name, words))
      }
    }
  }

  private static func kind(of field: Field) -> Kind? {
    switch field.type.primitive {
    case .reference: field.type.isList ? .references : .reference
    case .string where !field.type.isList && field.name.hasSuffix("RecordName"): .recordName
    default: nil
    }
  }
}
