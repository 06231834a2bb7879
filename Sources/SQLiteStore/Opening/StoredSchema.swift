import CloudKitSchema
import Foundation

/// A schema as the container stores it: JSON, so that `sqlite3` shows it and SQL can query it.
struct StoredSchema: Codable {
  private struct Role: Codable {
    let role: String
    let permissions: [String]
  }

  private struct FieldEntry: Codable {
    let name: String
    let type: String
    var list: Bool?
    var encrypted: Bool?
    var preferredAs: String?
    var indexes: [String]?
  }

  private struct TypeEntry: Codable {
    let name: String
    let fields: [FieldEntry]
    let grants: [Role]
  }

  private let roles: [String]
  private let recordTypes: [TypeEntry]

  init(_ schema: Schema) {
    roles = schema.roles
    recordTypes = schema.recordTypes.map { type in
      TypeEntry(
        name: type.name,
        fields: type.fields.map { field in
          let indexes = field.indexes.keywords
          return FieldEntry(
            name: field.name, type: field.type.primitive.rawValue, list: field.type.isList ? true : nil,
            encrypted: field.type.isEncrypted ? true : nil, preferredAs: field.type.preferredNumber?.rawValue,
            indexes: indexes.isEmpty ? nil : indexes)
        },
        grants: type.grants.map { grant in
          Role(
            role: grant.role,
            permissions: grant.permissions.keywords)
        })
    }
  }

  /// Creates a stored schema from a container's JSON.
  init(json: String) throws { self = try JSONDecoder().decode(StoredSchema.self, from: Data(json.utf8)) }

  var json: String {
    get throws {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      return String(decoding: try encoder.encode(self), as: UTF8.self)
    }
  }

  /// The schema; `nil` if the JSON names an unknown type.
  var schema: Schema? {
    var schema = Schema(roles: roles)
    for type in recordTypes {
      var fields: [Field] = []
      for entry in type.fields {
        guard let primitive = FieldType.Primitive(rawValue: entry.type) else { return nil }
        let fieldType = FieldType(
          primitive, isEncrypted: entry.encrypted ?? false, isList: entry.list ?? false,
          preferredNumber: entry.preferredAs.flatMap(FieldType.Primitive.init))
        let indexes = Indexes.keywords.filter { entry.indexes?.contains($0.keyword) == true }.map(\.option)
        fields.append(Field(name: entry.name, type: fieldType, indexes: Indexes(indexes)))
      }
      let grants = type.grants.map { grant in
        let permissions = Permissions.keywords.filter { grant.permissions.contains($0.keyword) }.map(\.permission)
        return Grant(role: grant.role, permissions: Permissions(permissions))
      }
      schema.recordTypes.append(RecordType(name: type.name, fields: fields, grants: grants))
    }
    return schema
  }
}
