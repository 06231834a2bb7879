import CloudKitRecords
import CloudKitSchema
import CloudKitWire

extension OperationContext {
  /// Adds missing types and fields that operations use, except for operations that would be rejected anyway.
  func grow(
    for operations: [RequestedOperation], _ existing: [RecordName: Record]
  ) async throws(RecordStoreError) {
    guard let wanted = SchemaGrowth.schema(schema.schema, grownBy: operations, existing) else { return }
    let prepared = PreparedSchema(wanted)
    let sound = operations.filter { operation in
      (try? recordOperation(operation, of: operation.type ?? existing[operation.name]?.type, prepared)) != nil
    }
    guard let grown = SchemaGrowth.schema(schema.schema, grownBy: sound, existing) else { return }
    do throws(RecordStoreError) {
      try await database.grow(to: grown)
    } catch {
      // A name or a number of fields that cannot be stored is the error of one operation. That operation is rejected
      // later, because the schema lacks what it uses.
      guard case .badRequest = error else { throw error }
      guard sound.count > 1 else { return }
      for operation in sound { try await grow(for: [operation], existing) }
    }
  }
}

/// The growth of a development schema, as native clients see it: writing creates missing types and fields.
///
/// A new field has every index that its type supports. In a new type, anyone can read, users can create, and creators
/// can change records. `___recordID` has no index until a developer adds one (Apple, "Designing and Creating a CloudKit
/// Database").
enum SchemaGrowth {
  /// Returns the schema extended by the types and fields that operations use; `nil` if it lacks none of them.
  /// - Parameter existing: the stored records with the operations' record names.
  static func schema(
    _ schema: Schema, grownBy operations: [RequestedOperation], _ existing: [RecordName: Record]
  ) -> Schema? {
    var grown = schema
    for operation in operations where !operation.kind.isDelete {
      guard let name = operation.type ?? existing[operation.name]?.type, isName(name) else { continue }
      let place: Int
      if let known = grown.recordTypes.firstIndex(where: { $0.name == name }) {
        place = known
      } else {
        place = grown.recordTypes.count
        grown.recordTypes.append(RecordType(name: name, grants: Grant.ofNewType))
      }
      for field in operation.content.record.fields
      where isName(field.name) && grown.recordTypes[place].field(named: field.name) == nil {
        guard let value = field.field, let type = value.newFieldType else { continue }
        grown.recordTypes[place].fields.append(Field(name: field.name, type: type, indexes: type.supportedIndexes))
      }
    }
    return grown == schema ? nil : grown
  }

  /// Returns whether a name can be declared: a letter, followed by letters, digits and underscores.
  private static func isName(_ name: String) -> Bool {
    name.utf8.count <= 255 && name.wholeMatch(of: #/[A-Za-z][A-Za-z0-9_]*/#) != nil
  }
}

extension WireField {
  /// The type of a new field for the value: the stated type or the inferred one; `nil` if neither is known.
  fileprivate var newFieldType: FieldType? {
    guard let value = try? fieldValue(declared: nil, .wire) else { return nil }
    if let type { return FieldType(wireName: type) }
    switch value {
    case .list(let members): return members.first.flatMap { FieldType(wireName: $0.typeName + "_LIST") }
    default: return FieldType(wireName: value.typeName)
    }
  }
}
