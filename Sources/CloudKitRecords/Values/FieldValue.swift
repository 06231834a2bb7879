package import CloudKitSchema

/// A value of a field. CloudKit stores a Boolean as the integer 0 or 1.
package enum FieldValue: Hashable, Sendable {
  case string(String)
  case int64(Int64)
  case double(Double)
  case timestamp(Timestamp)
  case bytes([UInt8])
  case reference(Reference)
  indirect case location(Location)
  indirect case asset(Asset)
  /// Members of one type, excluding lists.
  case list([FieldValue])

  package static func strings(_ strings: [String]) -> FieldValue { .list(strings.map { .string($0) }) }

  /// Returns a Boolean as CloudKit stores it: 1 or 0.
  package static func flag(_ isSet: Bool) -> FieldValue { .int64(isSet ? 1 : 0) }

  /// Whether a field of the type can hold the value. An empty list fits every list type.
  package func fits(_ type: FieldType) -> Bool {
    if case .list(let members) = self {
      return type.isList && members.allSatisfy { $0.isScalar(type.primitive) }
    }
    return !type.isList && isScalar(type.primitive)
  }

  private func isScalar(_ type: FieldType.Primitive) -> Bool {
    primitive == type || type == .number && number != nil
  }

  /// The type of the value, or `nil` for a list.
  private var primitive: FieldType.Primitive? {
    switch self {
    case .string: .string
    case .int64: .int64
    case .double: .double
    case .timestamp: .timestamp
    case .bytes: .bytes
    case .reference: .reference
    case .location: .location
    case .asset: .asset
    case .list: nil
    }
  }

  /// The value, or the members of a list, as far as they are references.
  package var references: [Reference] { (list ?? [self]).compactMap(\.reference) }

  /// Whether all numbers in the value are finite. JSON cannot represent other numbers.
  package var isFinite: Bool {
    switch self {
    case .double(let number): number.isFinite
    case .location(let place): place.numbers.allSatisfy { $0?.isFinite ?? true }
    case .list(let members): members.allSatisfy(\.isFinite)
    default: true
    }
  }

  /// The type's name in CloudKit's messages, such as `STRING` or `REFERENCE_LIST`.
  package var typeName: String {
    primitive.map { FieldType($0).wireName } ?? list?.first.map { $0.typeName + "_LIST" } ?? "LIST"
  }

  /// The bytes that the value contributes to a record's size.
  package var size: Int {
    switch self {
    case .string(let string): string.utf8.count
    case .int64, .double, .timestamp: 8
    case .bytes(let bytes): bytes.count
    case .reference(let reference): reference.recordName.rawValue.utf8.count
    case .location: 64
    // An asset's content does not count toward the record size; its description does.
    case .asset: 128
    case .list(let members): members.reduce(0) { $0 + $1.size }
    }
  }
}

extension FieldValue {
  package var string: String? { if case .string(let value) = self { value } else { nil } }
  package var int64: Int64? { if case .int64(let value) = self { value } else { nil } }
  package var timestamp: Timestamp? { if case .timestamp(let value) = self { value } else { nil } }
  package var reference: Reference? { if case .reference(let value) = self { value } else { nil } }
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
  /// The effect of deleting the target.
  package enum Action: String, CaseIterable, Sendable {
    case none = "NONE"
    /// The referring record is also deleted.
    case deleteSelf = "DELETE_SELF"
    /// The target must exist and cannot be deleted.
    case validate = "VALIDATE"
  }

  package var recordName: RecordName
  package var action: Action

  package init(_ recordName: RecordName, action: Action = .none) {
    self.recordName = recordName
    self.action = action
  }
}

package struct Location: Hashable, Sendable {
  /// Degrees north, −90…90.
  package var latitude: Double
  /// Degrees east, −180…180.
  package var longitude: Double
  /// Meters above sea level.
  package var altitude: Double?
  /// The horizontal accuracy in meters.
  package var horizontalAccuracy: Double?
  /// The vertical accuracy in meters.
  package var verticalAccuracy: Double?
  /// Direction of travel in degrees from north.
  package var course: Double?
  /// Speed in meters per second.
  package var speed: Double?
  package var timestamp: Timestamp?

  package init(latitude: Double, longitude: Double) {
    self.latitude = latitude
    self.longitude = longitude
  }
}

/// The description of a file that CloudKit stores outside the record.
package struct Asset: Hashable, Sendable {
  /// The checksum from CloudKit, in base64.
  package var fileChecksum: String
  /// The file size in bytes.
  package var size: Int64
  /// The upload receipt, required for writing.
  package var receipt: String?
  /// The reference checksum of the wrapping key, in base64.
  package var referenceChecksum: String?
  /// The wrapping key, in base64.
  package var wrappingKey: String?
  /// The download URL, available after reading.
  package var downloadURL: String?

  package init(fileChecksum: String, size: Int64) {
    self.fileChecksum = fileChecksum
    self.size = size
  }
}
