import CloudKitRecords
import CloudKitSchema

/// A record type with a field of every type, and records of it.
enum Thing {
  static let schema = Schema(recordTypes: [type, other, partly])

  private static let type = RecordType(
    name: "Thing",
    fields: [
      Field(name: "___recordID", type: FieldType(.reference), indexes: [.queryable, .sortable]),
      Field(name: "___createTime", type: FieldType(.timestamp), indexes: [.queryable, .sortable]),
      Field(name: "___createdBy", type: FieldType(.reference), indexes: .queryable),
      Field(name: "text", type: FieldType(.string), indexes: [.queryable, .sortable, .searchable]),
      Field(name: "integer", type: FieldType(.int64), indexes: [.queryable, .sortable]),
      Field(name: "double", type: FieldType(.double), indexes: [.queryable, .sortable]),
      Field(name: "number", type: FieldType(.number, preferredNumber: .int64), indexes: [.queryable, .sortable]),
      Field(name: "moment", type: FieldType(.timestamp), indexes: [.queryable, .sortable]),
      Field(name: "bytes", type: FieldType(.bytes), indexes: .queryable),
      Field(name: "reference", type: FieldType(.reference), indexes: [.queryable, .sortable]),
      Field(name: "place", type: FieldType(.location), indexes: [.queryable, .sortable]),
      Field(name: "asset", type: FieldType(.asset)),
      Field(name: "plain", type: FieldType(.string)),
      // FTS5 keeps this name for itself.
      Field(name: "rank", type: FieldType(.string), indexes: [.queryable, .searchable]),
      Field(name: "texts", type: .list(.string), indexes: [.queryable, .searchable]),
      Field(name: "integers", type: .list(.int64), indexes: .queryable),
      Field(name: "doubles", type: .list(.double), indexes: .queryable),
      Field(name: "moments", type: .list(.timestamp), indexes: .queryable),
      Field(name: "blobs", type: .list(.bytes), indexes: .queryable),
      Field(name: "references", type: .list(.reference), indexes: .queryable),
      Field(name: "places", type: .list(.location), indexes: .queryable),
      Field(name: "assets", type: .list(.asset)),
    ], grants: grants)

  private static let other = RecordType(
    name: "Other", fields: [Field(name: "text", type: FieldType(.string))], grants: grants)

  private static let partly = RecordType(
    name: "Partly", fields: [Field(name: "text", type: FieldType(.string), indexes: .queryable)], grants: grants)

  /// Everybody who signs in may do everything.
  private static let grants = [Grant(role: "_icloud", permissions: [.read, .create, .write])]

  static let london = Location(latitude: 51.5074, longitude: -0.1278)
  static let paris = Location(latitude: 48.8566, longitude: 2.3522)

  /// A record with a value of every type, the odd ones among them.
  static let full: Record = {
    var place = london
    place.altitude = 11.5
    place.horizontalAccuracy = 0.1
    place.verticalAccuracy = 3
    place.course = 359.9
    place.speed = 1e-7
    place.timestamp = Timestamp(milliseconds: -1)
    var asset = Asset(fileChecksum: "AbC+/=", size: 15_000_000)
    asset.receipt = "receipt"
    asset.referenceChecksum = "reference"
    asset.wrappingKey = "key"
    asset.downloadURL = "https://example.com/${f}"
    return Record(
      type: "Thing", name: "full",
      fields: [
        "text": .string("a\0b \"quoted\" \\ é 🎈 \u{2028}"), "integer": .int64(.min), "double": .double(0.1 + 0.2),
        "number": .double(3), "moment": .timestamp(Timestamp(milliseconds: .max)), "bytes": .bytes([0, 255, 10]),
        "reference": .reference(Reference("somewhere", action: .deleteSelf)), "place": .location(place),
        "asset": .asset(asset), "plain": .string(""),
        "texts": .strings(["", "line\nbreak\t\0", "\"\\/", "é🎈"]), "integers": .list([.int64(.max), .int64(.min)]),
        "doubles": .list([.double(3), .double(.leastNonzeroMagnitude), .double(.greatestFiniteMagnitude)]),
        "moments": .list([.timestamp(Timestamp(milliseconds: 1))]), "blobs": .list([.bytes([]), .bytes([0, 255])]),
        "references": .list([.reference(Reference("x")), .reference(Reference("y", action: .deleteSelf))]),
        "places": .list([.location(place), .location(paris)]), "assets": .list([.asset(asset)]),
      ])
  }()

  /// Three records with values and one, `none`, without; `b` stands between `a` and `c` in everything.
  static let few: [Record] = [
    Record(
      type: "Thing", name: "a",
      fields: [
        "text": .string("apple pie"), "integer": .int64(1), "double": .double(1.5), "number": .int64(1),
        "moment": .timestamp(Timestamp(milliseconds: 1000)), "bytes": .bytes([1]),
        "reference": .reference(Reference("r1")), "place": .location(london), "rank": .string("first"),
        "texts": .strings(["red", "green"]), "integers": .list([.int64(1), .int64(2)]),
        "doubles": .list([.double(0.5)]), "moments": .list([.timestamp(Timestamp(milliseconds: 5))]),
        "blobs": .list([.bytes([1, 2])]), "references": .list([.reference(Reference("r1"))]),
        "places": .list([.location(london)]),
      ]),
    Record(
      type: "Thing", name: "b",
      fields: [
        "text": .string("Apple-Crumble, élan"), "integer": .int64(2), "double": .double(2), "number": .double(1.5),
        "moment": .timestamp(Timestamp(milliseconds: 2000)), "bytes": .bytes([1, 0]),
        "reference": .reference(Reference("r2")), "place": .location(paris), "rank": .string("second best"),
        "texts": .strings(["green", "blue", "blue"]), "integers": .list([.int64(2), .int64(3)]),
        "doubles": .list([.double(1)]), "moments": .list([]), "blobs": .list([.bytes([])]),
        "references": .list([.reference(Reference("r1")), .reference(Reference("r2"))]),
      ]),
    Record(
      type: "Thing", name: "c",
      fields: [
        "text": .string("banana"), "integer": .int64(3), "double": .double(2.5), "number": .int64(2),
        "moment": .timestamp(Timestamp(milliseconds: 3000)), "bytes": .bytes([2]),
        "reference": .reference(Reference("r2")),
        "place": .location(Location(latitude: 51.5074, longitude: 179.9)), "texts": .strings([]),
      ]),
    Record(type: "Thing", name: "none"),
  ]
}
