package import CloudKitSchema

/// A field whose values name records of another type.
package struct Relationship: Hashable, Sendable {
  /// How the field names a record.
  package enum Kind: Sendable {
    /// A `REFERENCE`.
    case reference
    /// A list of references.
    case references
    /// A string with a record name, by the convention `…RecordName`; CloudKit knows nothing of it.
    case recordName
  }

  /// The record type that has the field.
  package let recordType: RecordType.Name
  /// The field.
  package let field: String
  /// How it names a record.
  package let kind: Kind
  /// The record type it is likely to mean; `nil` where neither its name nor its comment tells.
  package let target: RecordType.Name?

  /// A relationship.
  package init(recordType: RecordType.Name, field: String, kind: Kind, target: RecordType.Name?) {
    self.recordType = recordType
    self.field = field
    self.kind = kind
    self.target = target
  }

  /// The relationships of a schema, in its order; system fields are left out, they are the same on every type.
  ///
  /// The language does not say what a reference refers to. A field `feedReference` or `feedRecordName` means the record
  /// type `Feed`; else the one record type its comment names; else the one whose name ends alike, as `PublicFeed` does.
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
