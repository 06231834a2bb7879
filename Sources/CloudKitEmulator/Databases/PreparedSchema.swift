import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import Synchronization

/// A database's schema, prepared once for many requests.
final class PreparedSchema: Sendable {
  let schema: Schema
  /// The types of fields, for values.
  let types: FieldTypes
  private let names: [RecordType.Name: [String]]
  private let grants = Mutex<[RecordName: Grants]>([:])

  init(_ schema: Schema) {
    self.schema = schema
    types = FieldTypes(schema)
    names = Dictionary(
      schema.recordTypes.map { ($0.name, $0.fields.map(\.name).filter { !$0.hasPrefix("_") }) },
      uniquingKeysWith: { first, _ in first })
  }

  /// The names of a type's own fields, in the order of the schema.
  func fields(of type: RecordType.Name) -> [String] { names[type] ?? [] }

  /// The type of a field; `nil` where there is none of the name.
  func type(of field: String, in type: RecordType.Name) -> FieldType? { types[type][field] }

  /// Whether there is such a type.
  func has(_ type: RecordType.Name) -> Bool { names[type] != nil }

  /// What a user may do.
  func grants(for user: User) -> Grants {
    grants.withLock { cached in
      if let grants = cached[user.recordName] { return grants }
      let grants = Grants(schema, for: user)
      cached[user.recordName] = grants
      return grants
    }
  }
}
