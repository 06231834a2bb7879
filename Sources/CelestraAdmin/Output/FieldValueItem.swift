import CloudKitRecords

/// A field value in a report.
struct FieldValueItem: Encodable {
  /// The value.
  let value: FieldValue

  /// Creates the item of a value.
  init(_ value: FieldValue) { self.value = value }

  /// The value as text on one line.
  var text: String {
    switch value {
    case .string(let string): "\"\(string)\""
    case .int64(let number): String(number)
    case .double(let number): String(number)
    case .timestamp(let date): date.description
    case .bytes(let bytes): "\(bytes.count) bytes"
    case .reference(let reference): reference.recordName.rawValue
    case .location(let location): "\(location.latitude), \(location.longitude)"
    case .asset(let asset): "asset of \(asset.size) bytes"
    case .list(let members): "[" + members.map { FieldValueItem($0).text }.joined(separator: ", ") + "]"
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch value {
    case .string(let string): try container.encode(string)
    case .int64(let number): try container.encode(number)
    case .double(let number): try container.encode(number)
    case .list(let members): try container.encode(members.map(FieldValueItem.init))
    case .timestamp, .bytes, .reference, .location, .asset: try container.encode(text)
    }
  }
}
