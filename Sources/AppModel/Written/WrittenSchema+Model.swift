import CloudKitSchema
import Diagnostics

// Sources: Apple, "Reading CloudKit Records for Core Data"; TN3164; exports of 19 containers in public repositories
// (2026-11); the behavior of the framework where neither says it.

extension WrittenSchema {
  /// Creates what NSPersistentCloudKitContainer writes for a model.
  /// - Parameter configurations: The names of the mirrored configurations; `nil` for those that the model marks, or for
  ///   all entities if it marks none.
  package init(_ model: ManagedModel, configurations: [String]? = nil) {
    self.init()
    let index = EntityIndex(model)
    let members = model.members(of: configurations)
    var types: [RecordType.Name: WrittenRecordType] = [:]
    var needsManyToMany = false
    for entity in model.entities where members?.contains(entity.name) ?? true {
      let root = index.root(of: entity)
      let name = "CD_\(root.name)"
      var type =
        types[name] ?? WrittenRecordType(name, origin: "\(root.kind.rawValue) '\(root.name)'", place: root.place)
      conflicts += type.add(Self.systemFields(of: root) + Self.fields(of: entity))
      types[name] = type
      needsManyToMany = needsManyToMany || entity.relationships.contains { index.isManyToMany($0) }
    }
    recordTypes = (types.values + (needsManyToMany ? [.manyToMany] : [])).sorted { $0.name < $1.name }
  }

  /// The suffix of the field that holds a large value.
  static let assetSuffix = "_ckAsset"

  /// Returns the fields that every record type of Core Data has.
  private static func systemFields(of root: ManagedModel.Entity) -> [WrittenField] {
    let origin = "the record type of \(root.kind.rawValue) '\(root.name)'"
    func field(_ name: String, _ type: FieldType.Primitive, _ need: WrittenField.Need) -> WrittenField {
      WrittenField("CD_\(name)", FieldType(type), need: need, origin: origin, place: root.place)
    }
    return [
      field("entityName", .string, .value), field("moveReceipt", .bytes, .sharing),
      field("moveReceipt" + assetSuffix, .asset, .sharing),
    ]
  }

  private static func fields(of entity: ManagedModel.Entity) -> [WrittenField] {
    var fields: [WrittenField] = []
    for attribute in entity.attributes where !attribute.isLocal && !attribute.type.isRefused {
      let name = "CD_\(attribute.name)"
      let origin = "attribute '\(attribute.name)' of '\(entity.name)'"
      let type = attribute.type
      fields.append(
        WrittenField(
          name, type.primitive.map { FieldType($0, isEncrypted: attribute.isEncrypted) }, origin: origin,
          place: attribute.place, isVerified: type.isVerified))
      guard type.movesLargeValues else { continue }
      // Assets are encrypted in any case, so that the field is a plain one.
      let need: WrittenField.Need = attribute.isExternal && type.primitive == .bytes ? .largeData : .largeValue
      fields.append(
        WrittenField(
          name + assetSuffix, FieldType(.asset), need: need, origin: origin, place: attribute.place,
          isVerified: type.isVerified))
    }
    for relationship in entity.relationships where !relationship.isToMany {
      let origin = "relationship '\(relationship.name)' of '\(entity.name)'"
      fields.append(
        WrittenField("CD_\(relationship.name)", FieldType(.string), origin: origin, place: relationship.place))
    }
    return fields
  }
}

extension WrittenRecordType {
  /// The record type of all many-to-many relationships of a container.
  fileprivate static var manyToMany: WrittenRecordType {
    let origin = "the many-to-many relationships"
    var type = WrittenRecordType("CDMR", origin: origin, place: nil)
    _ = type.add(
      ["CD_entityNames", "CD_recordNames", "CD_relationships"].map {
        WrittenField($0, FieldType(.string), origin: origin, place: nil)
      })
    return type
  }
}

extension AttributeType {
  /// Whether CloudKit refuses a model with the type.
  var isRefused: Bool { primitive == nil && isVerified }
}

extension ManagedModel {
  /// Returns the names of the entities in configurations; `nil` for all entities.
  func members(of names: [String]?) -> Set<String>? {
    let marked = configurations.filter(\.isUsedWithCloudKit).map(\.name)
    guard let names = names ?? (marked.isEmpty ? nil : marked) else { return nil }
    return configurations.filter { names.contains($0.name) }.reduce(into: []) { $0.formUnion($1.members) }
  }
}
