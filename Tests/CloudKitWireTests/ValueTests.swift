import CloudKitRecords
import CloudKitSchema
import CloudKitWire
import JSON
import Testing

@Suite("Values on the wire")
struct ValueTests {
  private static let place: Location = {
    var place = Location(latitude: 51.5, longitude: -0.1)
    place.altitude = 11
    place.course = 359.9
    place.timestamp = Timestamp(milliseconds: -1)
    return place
  }()
  private static let asset: Asset = {
    var asset = Asset(fileChecksum: "AbC", size: 15)
    asset.receipt = "r"
    asset.wrappingKey = "w"
    return asset
  }()

  private static let written: [(FieldValue, String)] = [
    (.string("a\"b"), #"{"value":"a\"b","type":"STRING"}"#),
    (.int64(.max), #"{"value":9223372036854775807,"type":"INT64"}"#),
    (.double(3), #"{"value":3.0,"type":"DOUBLE"}"#), (.double(1e300), #"{"value":1e+300,"type":"DOUBLE"}"#),
    (.timestamp(Timestamp(milliseconds: 1_609_034_460_447)), #"{"value":1609034460447,"type":"TIMESTAMP"}"#),
    (.bytes([0, 1, 2, 3, 4]), #"{"value":"AAECAwQ=","type":"BYTES"}"#),
    (
      .reference(Reference("r", action: .deleteSelf)),
      #"{"value":{"recordName":"r","action":"DELETE_SELF"},"type":"REFERENCE"}"#
    ),
    (
      .location(place),
      #"{"value":{"latitude":51.5,"longitude":-0.1,"altitude":11.0,"course":359.9,"timestamp":-1},"type":"LOCATION"}"#
    ),
    (
      .asset(asset),
      #"{"value":{"fileChecksum":"AbC","size":15,"receipt":"r","wrappingKey":"w"},"type":"ASSETID"}"#
    ),
    (.strings(["a", ""]), #"{"value":["a",""],"type":"STRING_LIST"}"#),
    (.list([.double(1), .double(0.5)]), #"{"value":[1.0,0.5],"type":"DOUBLE_LIST"}"#),
    (
      .list([.reference(Reference("r"))]),
      #"{"value":[{"recordName":"r","action":"NONE"}],"type":"REFERENCE_LIST"}"#
    ),
    (
      .list([.asset(asset)]),
      #"{"value":[{"fileChecksum":"AbC","size":15,"receipt":"r","wrappingKey":"w"}],"type":"ASSETID_LIST"}"#
    ),
    (.list([]), #"{"value":[]}"#),
  ]

  @Test("every type is written as recorded, and reads back the same", arguments: written)
  func values(value: FieldValue, text: String) throws {
    let written = JSONWriter.document { $0.field(value, declared: nil) }
    #expect(String(decoding: written, as: UTF8.self) == text)
    let field = try #require(WireField(try JSONValue(strict: written)))
    #expect(try field.fieldValue(declared: nil, .wire) == value)
    #expect(try field.fieldValue(declared: nil, .lenientWire) == value)
  }

  @Test("an empty list has its declared type, an encrypted field says so, and numbers may be strings")
  func declared() {
    func text(_ value: FieldValue, _ type: FieldType, numbersAsStrings: Bool = false) -> String {
      let written = JSONWriter.document { $0.field(value, declared: type, numbersAsStrings: numbersAsStrings) }
      return String(decoding: written, as: UTF8.self)
    }
    #expect(text(.list([]), .list(.asset)) == #"{"value":[],"type":"ASSETID_LIST"}"#)
    #expect(
      text(.bytes([1]), FieldType(.bytes, isEncrypted: true)) == #"{"value":"AQ==","type":"ENCRYPTED_BYTES"}"#)
    #expect(
      text(.int64(1 << 60), FieldType(.int64), numbersAsStrings: true)
        == #"{"value":"1152921504606846976","type":"INT64"}"#)
    #expect(
      text(.list([.double(0.5)]), .list(.double), numbersAsStrings: true) == #"{"value":["0.5"],"type":"DOUBLE_LIST"}"#)
  }

  /// What a client sent, the declared type, and what CloudKit takes it for; a text is its refusal.
  private static let sent: [(String, FieldType, Result<FieldValue?, Refusal>)] = [
    (#"{"value":null}"#, FieldType(.string), .success(nil)),
    (#"{"value":"x"}"#, FieldType(.string), .success(.string("x"))),
    (#"{"value":1}"#, FieldType(.int64), .success(.int64(1))),
    (#"{"value":1.5}"#, FieldType(.double), .success(.double(1.5))),
    (#"{"value":3}"#, FieldType(.double), .failure("Invalid value, expected type DOUBLE.")),
    (#"{"value":3,"type":"DOUBLE"}"#, FieldType(.double), .success(.double(3))),
    (#"{"value":1}"#, FieldType(.timestamp), .failure("Invalid value, expected type TIMESTAMP.")),
    (#"{"value":1.5}"#, FieldType(.timestamp), .failure("Invalid value, expected type TIMESTAMP.")),
    (
      #"{"value":1.5,"type":"TIMESTAMP"}"#, FieldType(.timestamp),
      .failure("Invalid value, expected type TIMESTAMP.")
    ),
    (#"{"value":"AQ=="}"#, FieldType(.bytes), .failure("Invalid value, expected type BYTES.")),
    (#"{"value":"%","type":"BYTES"}"#, FieldType(.bytes), .failure("Invalid value, expected type BYTES.")),
    (#"{"value":{"recordName":"r"}}"#, FieldType(.reference), .success(.reference(Reference("r")))),
    (
      #"{"value":{"recordName":"r","action":"EXPLODE"},"type":"REFERENCE"}"#, FieldType(.reference),
      .failure("Invalid value, expected type REFERENCE.")
    ),
    (
      #"{"value":{"latitude":1,"longitude":2}}"#, FieldType(.location),
      .success(.location(Location(latitude: 1, longitude: 2)))
    ),
    (
      #"{"value":{"latitude":1,"longitude":2,"speed":"x"}}"#, FieldType(.location),
      .failure("Invalid value, expected type LOCATION.")
    ),
    (
      #"{"value":{"latitude":1,"longitude":2,"timestamp":1.5},"type":"LOCATION"}"#, FieldType(.location),
      .failure("Invalid value, expected type LOCATION.")
    ),
    (
      #"{"value":{"recordName":"r","zoneID":{"zoneName":"_defaultZone"}}}"#, FieldType(.reference),
      .success(.reference(Reference("r")))
    ),
    (
      #"{"value":{"recordName":"r","zoneID":{"zoneName":"Other"}},"type":"REFERENCE"}"#, FieldType(.reference),
      .failure("Invalid value, expected type REFERENCE.")
    ),
    (#"{"value":[],"type":"INT64_LIST"}"#, .list(.string), .failure("Invalid value, expected type STRING_LIST.")),
    (#"{"value":[],"type":"INT64_LIST"}"#, .list(.number), .success(.list([]))),
    (#"{"value":["a"]}"#, .list(.string), .success(.strings(["a"]))),
    (#"{"value":[]}"#, .list(.timestamp), .success(.list([]))),
    (#"{"value":["a"],"type":"STRING"}"#, .list(.string), .failure("Invalid value, expected type STRING.")),
    (#"{"value":"a","type":"INT64"}"#, FieldType(.int64), .failure("Invalid value, expected type INT64.")),
    (#"{"value":"1","type":"INT64"}"#, FieldType(.int64), .failure("Invalid value, expected type INT64.")),
    (#"{"value":{"size":1},"type":"ASSETID"}"#, FieldType(.asset), .failure("could not decode asset object")),
    (#"{"value":{},"type":"ASSET"}"#, FieldType(.asset), .failure("Unexpected input")),
    (#"{"value":true}"#, FieldType(.int64), .failure("Invalid value, expected type INT64.")),
    (#"{"value":"1.5","type":"DOUBLE"}"#, FieldType(.double), .failure("Invalid value, expected type DOUBLE.")),
  ]

  struct Refusal: Error, Equatable, ExpressibleByStringLiteral {
    let text: String
    init(stringLiteral text: String) { self.text = text }
    init(_ text: String) { self.text = text }
  }

  @Test("a server takes and refuses what CloudKit does", arguments: sent)
  func strictness(text: String, declared: FieldType, expected: Result<FieldValue?, Refusal>) throws {
    let field = try #require(WireField(try JSONValue(strict: Array(text.utf8))))
    let result = Result { () throws(RecordError) in try field.fieldValue(declared: declared, .wire) }
      .mapError { Refusal($0.reason) }
    #expect(result == expected)
  }

  private static let odd: [(String, FieldType?, FieldValue?)] = [
    (#"{"value":1795244802625.4478}"#, FieldType(.timestamp), .timestamp(Timestamp(milliseconds: 1_795_244_802_625))),
    (#"{"value":1}"#, FieldType(.timestamp), .timestamp(Timestamp(milliseconds: 1))),
    (#"{"value":"AQ=="}"#, FieldType(.bytes), .bytes([1])), (#"{"value":3}"#, FieldType(.double), .double(3)),
    (#"{"value":"1.5","type":"DOUBLE"}"#, FieldType(.double), .double(1.5)),
    (#"{"value":"9007199254740993","type":"INT64"}"#, nil, .int64(9_007_199_254_740_993)),
    (#"{"value":"x","type":"EMOJI"}"#, nil, .string("x")), (#"{"value":{"odd":1},"type":"EMOJI"}"#, nil, nil),
    (#"{"value":"QQ==","type":"ENCRYPTED_BYTES"}"#, nil, .bytes([65])),
    (
      #"{"value":{"recordName":"r","zoneID":{"zoneName":"Other"}},"type":"REFERENCE"}"#, FieldType(.reference),
      .reference(Reference("r"))
    ),
    (
      #"{"value":{"latitude":1,"longitude":2,"speed":"x"},"type":"LOCATION"}"#, FieldType(.location),
      .location(Location(latitude: 1, longitude: 2))
    ),
    (#"{"value":[],"type":"INT64_LIST"}"#, .list(.string), .list([])),
    (#"{"value":["a"],"type":"LIST"}"#, nil, .strings(["a"])), (#"{"value":true}"#, FieldType(.int64), nil),
  ]

  @Test("a reader of answers takes what is tagged oddly, and leaves out what it cannot hold", arguments: odd)
  func leniency(text: String, declared: FieldType?, expected: FieldValue?) throws {
    let field = try #require(WireField(try JSONValue(strict: Array(text.utf8))))
    #expect((try? field.fieldValue(declared: declared, .lenientWire)) == expected)
  }
}
