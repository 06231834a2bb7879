package import CloudKitSchema
package import Diagnostics

/// The indexes of fields in a schema made from a model.
package enum WrittenIndexes: String, CaseIterable, Sendable {
  /// No index: enough for private databases, which Core Data never queries.
  case none
  /// The indexes that CloudKit adds when an app creates a field.
  case `default`
  /// The default ones, and those that a store of the public database needs.
  case `public`
}

extension WrittenSchema {
  /// Returns a schema with everything that the models of the app can write, as `initializeCloudKitSchema` creates it.
  /// - Parameter sharing: Whether the schema has the record type of shares.
  package func schema(indexes: WrittenIndexes = .default, sharing: Bool = false) -> Schema {
    var types = recordTypes.filter { !$0.isCode }.map { type in
      let added = indexes == .public ? Self.publicFields : []
      return RecordType(
        name: type.name, fields: type.fields.compactMap { $0.field(indexes) } + added, grants: Grant.ofNewType)
    }
    if sharing { types.append(Self.share) }
    return Schema(recordTypes: types).inExportOrder
  }

  /// The indexes that every fetch from the public database needs.
  ///
  /// Source: Apple, "Sharing Core Data objects between iCloud users".
  static let publicFields = [
    Field(name: SystemField.recordID.rawValue, type: SystemField.recordID.type, indexes: .queryable),
    Field(name: SystemField.modTime.rawValue, type: SystemField.modTime.type, indexes: [.queryable, .sortable]),
  ]

  static let shareName = "cloudkit.share"

  private static let share = RecordType(
    name: shareName,
    fields: [
      Field(name: "cloudkit.thumbnailImageData", type: FieldType(.bytes)),
      Field(name: "cloudkit.title", type: FieldType(.string)), Field(name: "cloudkit.type", type: FieldType(.string)),
    ], grants: Grant.ofNewType)
}

extension WrittenField {
  /// Returns the field as a declaration; `nil` if its type is unknown.
  fileprivate func field(_ indexes: WrittenIndexes) -> Field? {
    type.map { Field(name: name, type: $0, indexes: indexes == .none ? [] : $0.supportedIndexes) }
  }
}

extension Schema {
  /// Returns the declarations that another schema lacks: new record types, and new fields of known ones.
  package func missing(from other: Schema) -> Schema {
    let known = Dictionary(other.recordTypes.map { ($0.name, $0) }) { first, _ in first }
    return Schema(
      recordTypes: recordTypes.compactMap { type in
        guard let there = known[type.name] else { return type }
        let names = Set(there.fields.map(\.name))
        let fields = type.fields.filter { !names.contains($0.name) }
        return fields.isEmpty ? nil : RecordType(name: type.name, fields: fields)
      })
  }
}

extension SchemaFile {
  /// Returns the text with the indexes that another schema has on declared system fields of the same record types.
  package func adding(systemIndexesOf schema: Schema) -> SourceText {
    var bytes = source.bytes
    // From the end, so that the offsets before it stay.
    for type in recordTypes.reversed() {
      guard let other = schema.recordType(named: name(type.name)) else { continue }
      for field in fields[type.fields].reversed() where SystemField(rawValue: name(field.name)) != nil {
        let missing = (other.field(named: name(field.name))?.indexes ?? []).subtracting(field.indexes)
        guard !missing.isEmpty else { continue }
        bytes.insert(contentsOf: Array(" \(missing)".utf8), at: tokens[field.optionTokens.upperBound - 1].end)
      }
    }
    return SourceText(name: source.name, bytes: bytes)
  }
}
