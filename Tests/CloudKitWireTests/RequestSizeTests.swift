import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import Testing

@Suite("The estimated size of an operation in a request")
struct RequestSizeTests {
  private static let values: [FieldValue] = [
    .string(""), .string("a\"\\/\u{0}\u{1F}\u{7F}\n😀é"), .string(String(repeating: "\u{1}", count: 5000)),
    .int64(.min), .double(-1.2345678901234567e-300), .timestamp(Timestamp(milliseconds: .min)),
    .bytes([]), .bytes([1]), .bytes(Array(repeating: 7, count: 1000)),
    .reference(Reference(RecordName(String(repeating: "r", count: 255)), action: .deleteSelf)), .list([]),
    .strings(["", "\"", "x"]), .list(Array(repeating: .int64(.min), count: 100)),
    .location(location), .asset(asset),
  ]

  private static var location: Location {
    var location = Location(latitude: -12.345678901234567, longitude: -123.45678901234567)
    location.altitude = -1.2345678901234567e-300
    location.horizontalAccuracy = location.altitude
    location.verticalAccuracy = location.altitude
    location.course = location.altitude
    location.speed = location.altitude
    location.timestamp = Timestamp(milliseconds: .min)
    return location
  }

  private static var asset: Asset {
    var asset = Asset(fileChecksum: "\"\"", size: .max)
    asset.receipt = String(repeating: "\u{2}", count: 300)
    asset.referenceChecksum = "a"
    asset.wrappingKey = "b"
    asset.downloadURL = "https://example.com/\"x\""
    return asset
  }

  @Test("is never too low", arguments: RecordOperation.Kind.allCases, values.indices)
  func estimate(kind: RecordOperation.Kind, index: Int) {
    let value = Self.values[index]
    let fields = ["a": value, String(repeating: "n", count: 255): value]
    let record = Record(
      type: String(repeating: "T", count: 255), name: RecordName(String(repeating: "n", count: 255)),
      changeTag: "\"tag\"", fields: fields)
    let operation = RecordOperation(kind, record, clearing: ["c", String(repeating: "d", count: 255)])
    let writer = ModifyRequestWriter(FieldTypes(Schema(recordTypes: [])))
    let written = writer.body(of: [writer.operation(operation)]).count
    #expect(operation.requestSize >= written)
    // A deletion of a plan has no fields.
    #expect(kind.isDelete || operation.requestSize < 2 * written + 1200)
  }
}
