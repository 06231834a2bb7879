import CloudKitRecords
import CloudKitSchema

/// A record type with a field of every type.
enum Sample {
  static let type = RecordType(
    name: "Sample",
    fields: [
      Field(name: "___recordID", type: FieldType(.reference), indexes: .queryable),
      Field(name: "text", type: FieldType(.string), indexes: [.queryable, .searchable, .sortable]),
      Field(name: "plain", type: FieldType(.string)),
      Field(name: "integer", type: FieldType(.int64), indexes: [.queryable, .sortable]),
      Field(name: "double", type: FieldType(.double), indexes: [.queryable, .sortable]),
      Field(name: "moment", type: FieldType(.timestamp), indexes: [.queryable, .sortable]),
      Field(name: "bytes", type: FieldType(.bytes), indexes: .queryable),
      Field(name: "reference", type: FieldType(.reference), indexes: .queryable),
      Field(name: "place", type: FieldType(.location), indexes: .queryable),
      Field(name: "asset", type: FieldType(.asset)),
      Field(name: "texts", type: .list(.string), indexes: [.queryable, .searchable]),
      Field(name: "integers", type: .list(.int64)), Field(name: "doubles", type: .list(.double)),
      Field(name: "moments", type: .list(.timestamp)), Field(name: "blobs", type: .list(.bytes)),
      Field(name: "references", type: .list(.reference)), Field(name: "places", type: .list(.location)),
      Field(name: "secret", type: FieldType(.string, isEncrypted: true)),
    ])

  static let schema = Schema(recordTypes: [type])
}
