import CloudKitRecords
import Testing

@Suite("Equality of values in comparisons")
struct ValueEqualityTests {
  private static let nan = Double(bitPattern: 0x7FF8_0000_0000_0001)

  @Test(
    "values that a container stores alike are identical",
    arguments: [
      (FieldValue.double(0), FieldValue.double(-0.0)), (.double(nan), .double(nan)), (.int64(.min), .int64(.min)),
      (.string("e\u{301}"), .string("e\u{301}")), (.list([.double(0)]), .list([.double(-0.0)])),
      (.location(Location(latitude: 0, longitude: 1)), .location(Location(latitude: -0.0, longitude: 1))),
      (.asset(asset("a", url: "1")), .asset(asset("a", url: "2"))),
    ])
  func identical(_ pair: (FieldValue, FieldValue)) { #expect(pair.0.isIdentical(to: pair.1)) }

  @Test(
    "values that differ in one bit, scalar, millisecond, action or place are not identical",
    arguments: [
      (FieldValue.double(0.1), FieldValue.double(0.1.nextUp)), (.string("\u{E9}"), .string("e\u{301}")),
      (.int64(9_007_199_254_740_993), .int64(9_007_199_254_740_992)), (.int64(1), .double(1)),
      (.timestamp(Timestamp(milliseconds: 1)), .timestamp(Timestamp(milliseconds: 2))),
      (.reference(Reference("a")), .reference(Reference("a", action: .validate))),
      (.reference(Reference("a")), .reference(Reference("b"))), (.bytes([0]), .bytes([])),
      (.strings(["a", "b"]), .strings(["b", "a"])), (.strings(["a"]), .strings(["a", "a"])),
      (.strings(["\u{E9}"]), .strings(["e\u{301}"])), (.list([]), .strings([""])),
      (.location(Location(latitude: 0, longitude: 1)), .location(Location(latitude: 1, longitude: 1))),
      (.asset(asset("a", url: "1")), .asset(asset("b", url: "1"))),
    ])
  func different(_ pair: (FieldValue, FieldValue)) { #expect(!pair.0.isIdentical(to: pair.1)) }

  private static func asset(_ checksum: String, url: String) -> Asset {
    var asset = Asset(fileChecksum: checksum, size: 1)
    asset.downloadURL = url
    return asset
  }
}
