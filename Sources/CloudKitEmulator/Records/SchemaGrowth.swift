import CloudKitRecords
import CloudKitSchema
import CloudKitWire

/// A development schema as native clients see it: writing makes the types and fields that are not there.
///
/// A new field has every index its type can have, and a new type lets anyone read, users create, and creators change;
/// `___recordID` has no index until somebody gives it one (Apple, "Designing and Creating a CloudKit Database").
enum SchemaGrowth {
  private static let grantsOfNewType = [
    Grant(role: SystemRole.world.rawValue, permissions: .read),
    Grant(role: SystemRole.icloud.rawValue, permissions: .create),
    Grant(role: SystemRole.creator.rawValue, permissions: .write),
  ]

  /// The schema with what operations have and it has not; `nil` where it lacks nothing.
  static func schema(_ schema: Schema, grownBy operations: [RequestedOperations.Operation]) -> Schema? {
    var grown = schema
    for operation in operations where !operation.kind.isDelete {
      guard let name = operation.type, isName(name) else { continue }
      let place: Int
      if let known = grown.recordTypes.firstIndex(where: { $0.name == name }) {
        place = known
      } else {
        place = grown.recordTypes.count
        grown.recordTypes.append(RecordType(name: name, grants: grantsOfNewType))
      }
      for field in operation.content.record.fields
      where isName(field.name) && grown.recordTypes[place].field(named: field.name) == nil {
        guard let value = try? field.field?.fieldValue(declared: nil, .strict), let type = value.newFieldType else {
          continue
        }
        grown.recordTypes[place].fields.append(Field(name: field.name, type: type, indexes: type.possibleIndexes))
      }
    }
    return grown == schema ? nil : grown
  }

  /// Whether a name can be declared: a letter, then letters, digits and underscores.
  private static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, name.utf8.count <= 255, first.isLetter else { return false }
    return name.utf8.allSatisfy { $0.isLetter || $0 == 0x5F || (0x30...0x39).contains($0) }
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x41...0x5A).contains(self) || (0x61...0x7A).contains(self) }
}

extension FieldValue {
  /// The type of a field made for the value; `nil` for an empty list, which does not say.
  fileprivate var newFieldType: FieldType? {
    switch self {
    case .list(let members): members.first.flatMap { FieldType(wireName: $0.typeName + "_LIST") }
    default: FieldType(wireName: typeName)
    }
  }
}

extension FieldType {
  fileprivate var possibleIndexes: Indexes {
    switch (primitive, isList) {
    case (.asset, _): []
    case (.string, true): [.queryable, .searchable]
    case (.string, false): [.queryable, .searchable, .sortable]
    case (.bytes, _), (.reference, _), (_, true): .queryable
    default: [.queryable, .sortable]
    }
  }
}
