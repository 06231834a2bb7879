package import CloudKitSchema

/// A value of a field. CloudKit has no boolean; it is an integer, 0 or 1.
package enum FieldValue: Hashable, Sendable {
  case string(String)
  case int64(Int64)
  case double(Double)
  case timestamp(Timestamp)
  case bytes([UInt8])
  case reference(Reference)
  indirect case location(Location)
  indirect case asset(Asset)
  /// Members of one type, none of them a list.
  case list([FieldValue])

  /// A list of strings.
  package static func strings(_ strings: [String]) -> FieldValue { .list(strings.map { .string($0) }) }

  /// A boolean as CloudKit stores it: 1 or 0.
  package static func flag(_ isSet: Bool) -> FieldValue { .int64(isSet ? 1 : 0) }

  /// Whether a field of the type can hold the value. An empty list fits every list.
  package func fits(_ type: FieldType) -> Bool {
    if case .list(let members) = self {
      return type.isList && members.allSatisfy { $0.isScalar(type.primitive) }
    }
    return !type.isList && isScalar(type.primitive)
  }

  private func isScalar(_ primitive: FieldType.Primitive) -> Bool {
    switch (self, primitive) {
    case (.string, .string), (.int64, .int64), (.double, .double), (.timestamp, .timestamp), (.bytes, .bytes),
      (.reference, .reference), (.location, .location), (.asset, .asset), (.int64, .number), (.double, .number):
      true
    default: false
    }
  }

  /// Whether all its numbers are finite; JSON has no others.
  package var isFinite: Bool {
    switch self {
    case .double(let number): number.isFinite
    case .location(let place):
      [
        place.latitude, place.longitude, place.altitude, place.horizontalAccuracy, place.verticalAccuracy, place.course,
        place.speed,
      ].allSatisfy { $0?.isFinite ?? true }
    case .list(let members): members.allSatisfy(\.isFinite)
    default: true
    }
  }

  /// The type's name as CloudKit's messages have it, such as `STRING` or `REFERENCE_LIST`.
  package var typeName: String {
    switch self {
    case .string: "STRING"
    case .int64: "INT64"
    case .double: "DOUBLE"
    case .timestamp: "TIMESTAMP"
    case .bytes: "BYTES"
    case .reference: "REFERENCE"
    case .location: "LOCATION"
    case .asset: "ASSETID"
    case .list(let members): members.first.map { $0.typeName + "_LIST" } ?? "LIST"
    }
  }

  /// What the value counts towards a record's size, in bytes.
  package var size: Int {
    switch self {
    case .string(let string): string.utf8.count
    case .int64, .double, .timestamp: 8
    case .bytes(let bytes): bytes.count
    case .reference(let reference): reference.recordName.rawValue.utf8.count
    case .location: 64
    // The asset itself does not count, only what the record says of it.
    case .asset: 128
    case .list(let members): members.reduce(0) { $0 + $1.size }
    }
  }
}

extension FieldValue {
  /// The string of a STRING value.
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  /// The integer of an INT64 value.
  package var int64: Int64? { if case .int64(let value) = self { value } else { nil } }
  /// The moment of a TIMESTAMP value.
  package var timestamp: Timestamp? { if case .timestamp(let value) = self { value } else { nil } }
  /// The reference of a REFERENCE value.
  package var reference: Reference? { if case .reference(let value) = self { value } else { nil } }
  /// The members of a list.
  package var list: [FieldValue]? { if case .list(let value) = self { value } else { nil } }
  /// The number of an INT64 or DOUBLE value.
  package var number: Double? {
    switch self {
    case .int64(let value): Double(value)
    case .double(let value): value
    default: nil
    }
  }
}

/// A pointer from one record to another.
package struct Reference: Hashable, Sendable {
  /// What happens when the target goes.
  package enum Action: String, CaseIterable, Sendable {
    /// Nothing.
    case none = "NONE"
    /// The record that points is deleted too.
    case deleteSelf = "DELETE_SELF"
    /// The target cannot be deleted, and must exist.
    case validate = "VALIDATE"
  }

  /// The record pointed to.
  package var recordName: RecordName
  /// What happens when it goes.
  package var action: Action

  /// A reference, with no action by default.
  package init(_ recordName: RecordName, action: Action = .none) {
    self.recordName = recordName
    self.action = action
  }
}

/// A place on Earth.
package struct Location: Hashable, Sendable {
  /// Degrees north, −90…90.
  package var latitude: Double
  /// Degrees east, −180…180.
  package var longitude: Double
  /// Metres above sea level.
  package var altitude: Double?
  /// Metres.
  package var horizontalAccuracy: Double?
  /// Metres.
  package var verticalAccuracy: Double?
  /// Degrees from north.
  package var course: Double?
  /// Metres a second.
  package var speed: Double?
  /// When it was measured.
  package var timestamp: Timestamp?

  /// A place by its coordinates.
  package init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// What a record says of a file stored beside it.
package struct Asset: Hashable, Sendable {
  /// The checksum CloudKit gave it, base64.
  package var fileChecksum: String
  /// Bytes.
  package var size: Int64
  /// The receipt of its upload, when it is being written.
  package var receipt: String?
  /// The checksum of its wrapping key's reference, base64.
  package var referenceChecksum: String?
  /// The wrapping key, base64.
  package var wrappingKey: String?
  /// Where to fetch it, when it was read.
  package var downloadURL: String?

  /// An asset by its checksum and size.
  package init(fileChecksum: String, size: Int64) {
    self.fileChecksum = fileChecksum
    self.size = size
  }
}
