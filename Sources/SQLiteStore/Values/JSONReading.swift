import CloudKitRecords
import CloudKitSchema
import Foundation

extension FieldValue {
  /// The value of a list, location or asset column from its JSON.
  /// - Throws: what Foundation says of text that is not the JSON it should be.
  init(json: [UInt8], type: FieldType) throws {
    self = type.isList ? .list(try Self.members(json, of: type.primitive)) : try Self.single(json, type.primitive)
  }

  private static func single(_ json: [UInt8], _ primitive: FieldType.Primitive) throws -> FieldValue {
    primitive == .asset
      ? .asset(try decode(AssetObject.self, json).asset) : .location(try decode(LocationObject.self, json).location)
  }

  private static func members(_ json: [UInt8], of primitive: FieldType.Primitive) throws -> [FieldValue] {
    if primitive == .string || primitive == .reference, let strings = plainStrings(json) {
      return strings.map { primitive == .string ? .string($0) : .reference(Reference(RecordName($0))) }
    }
    return switch primitive {
    case .string: try decode([String].self, json).map { .string($0) }
    case .int64: try decode([Int64].self, json).map { .int64($0) }
    case .double: try decode([Double].self, json).map { .double($0) }
    case .number: try decode([NumberMember].self, json).map(\.value)
    case .timestamp: try decode([Int64].self, json).map { .timestamp(Timestamp(milliseconds: $0)) }
    case .bytes: try decode([Data].self, json).map { .bytes(Array($0)) }
    case .reference: try decode([ReferenceMember].self, json).map { .reference($0.reference) }
    case .location: try decode([LocationObject].self, json).map { .location($0.location) }
    case .asset: try decode([AssetObject].self, json).map { .asset($0.asset) }
    }
  }

  /// The members of a list of strings in the spelling of `JSONText`, none of them with an escape; `nil` for any other.
  /// Nearly all lists are such, and Foundation's decoder took a fifteenth of the planning of 200,000 feeds (2026-11).
  private static func plainStrings(_ json: [UInt8]) -> [String]? {
    guard json.first == UInt8(ascii: "["), json.last == UInt8(ascii: "]"), json.count >= 2 else { return nil }
    var strings: [String] = []
    var rest = json[1..<json.count - 1]
    while let quote = rest.popFirst() {
      guard quote == UInt8(ascii: "\""), let end = rest.firstIndex(of: UInt8(ascii: "\"")),
        !rest[..<end].contains(where: { $0 == UInt8(ascii: "\\") || $0 < 0x20 }),
        let string = String(validating: rest[..<end], as: UTF8.self)
      else { return nil }
      strings.append(string)
      rest = rest[(end + 1)...]
      guard let comma = rest.popFirst() else { return strings }
      guard comma == UInt8(ascii: ","), !rest.isEmpty else { return nil }
    }
    return strings
  }

  private static func decode<Value: Decodable>(_ type: Value.Type, _ json: [UInt8]) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json))
  }
}

/// A member of a list of numbers: an integer where it is written as one.
private struct NumberMember: Decodable {
  let value: FieldValue

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    value =
      if let integer = try? container.decode(Int64.self) { .int64(integer) } else {
        .double(try container.decode(Double.self))
      }
  }
}

/// A member of a list of references: a name, or an object with an action.
private struct ReferenceMember: Decodable {
  let reference: Reference

  private enum Key: CodingKey { case recordName, action }

  init(from decoder: any Decoder) throws {
    if let name = try? decoder.singleValueContainer().decode(String.self) {
      reference = Reference(RecordName(name))
      return
    }
    let container = try decoder.container(keyedBy: Key.self)
    let action = try container.decode(String.self, forKey: .action)
    guard let action = Reference.Action(rawValue: action) else {
      throw DecodingError.dataCorruptedError(
        forKey: .action, in: container, debugDescription: "no such action: \(action)")
    }
    reference = Reference(RecordName(try container.decode(String.self, forKey: .recordName)), action: action)
  }
}

private struct LocationObject: Decodable {
  let latitude, longitude: Double
  let altitude, horizontalAccuracy, verticalAccuracy, course, speed: Double?
  let timestamp: Int64?

  var location: Location {
    var location = Location(latitude: latitude, longitude: longitude)
    location.altitude = altitude
    location.horizontalAccuracy = horizontalAccuracy
    location.verticalAccuracy = verticalAccuracy
    location.course = course
    location.speed = speed
    location.timestamp = timestamp.map(Timestamp.init(milliseconds:))
    return location
  }
}

private struct AssetObject: Decodable {
  let fileChecksum: String
  let size: Int64
  let receipt, referenceChecksum, wrappingKey, downloadURL: String?

  var asset: Asset {
    var asset = Asset(fileChecksum: fileChecksum, size: size)
    asset.receipt = receipt
    asset.referenceChecksum = referenceChecksum
    asset.wrappingKey = wrappingKey
    asset.downloadURL = downloadURL
    return asset
  }
}
