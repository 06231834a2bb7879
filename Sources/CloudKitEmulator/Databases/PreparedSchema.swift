import CloudKitRecords
import CloudKitSchema
import Synchronization

/// A database's schema, prepared once for many requests.
final class PreparedSchema: Sendable {
  let schema: Schema
  let types: FieldTypes
  private let names: [RecordType.Name: [String]]
  private let grants = Mutex<[RecordName: Grants]>([:])

  init(_ schema: Schema) {
    self.schema = schema
    types = FieldTypes(schema)
    names = Dictionary(
      schema.recordTypes.map { ($0.name, $0.fields.map(\.name).filter { !SystemField.isReserved($0) }) },
      uniquingKeysWith: { first, _ in first })
  }

  /// Returns the names of a type's own fields, in schema order.
  func fields(of type: RecordType.Name) -> [String] { names[type] ?? [] }

  func grants(for user: User) -> Grants {
    grants.withLock { cached in
      if let grants = cached[user.recordName] { return grants }
      let grants = Grants(schema, for: user)
      cached[user.recordName] = grants
      return grants
    }
  }
}
