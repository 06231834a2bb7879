import CloudKitRecords
import JSON

/// A field's value in a plan file, with its type as CloudKit Web Services names it.
struct PlanValue: Encodable {
  private enum Key: String, CodingKey {
    case type, value
  }

  /// A value of a type that a plan file cannot hold.
  struct Unsupported: Error, CustomStringConvertible {
    let typeName: String

    var description: String { "a plan cannot hold a value of the type \(typeName)" }
  }

  /// The value.
  let value: FieldValue

  /// A value.
  /// - Throws: `Unsupported` for bytes, locations and assets, which no catalogue has.
  init(_ value: FieldValue) throws {
    switch value {
    case .string, .int64, .double, .timestamp, .reference: break
    case .list(let members): for member in members { _ = try PlanValue(member) }
    case .bytes, .location, .asset: throw Unsupported(typeName: value.typeName)
    }
    self.value = value
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(value.typeName, forKey: .type)
    switch value {
    case .list(let members):
      var list = container.nestedUnkeyedContainer(forKey: .value)
      for member in members { try Scalar(value: member).encode(to: list.superEncoder()) }
    default: try container.encode(Scalar(value: value), forKey: .value)
    }
  }

  private struct Scalar: Encodable {
    let value: FieldValue

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch value {
      case .string(let text): try container.encode(text)
      case .int64(let number): try container.encode(number)
      case .double(let number): try container.encode(number)
      case .timestamp(let moment): try container.encode(moment.milliseconds)
      case .reference(let reference):
        try container.encode(["action": reference.action.rawValue, "recordName": reference.recordName.rawValue])
      case .bytes, .location, .asset, .list: throw Unsupported(typeName: value.typeName)
      }
    }
  }

  /// The value a plan file states; `nil` where it is none of its type.
  static func read(_ json: JSONValue) -> FieldValue? {
    let members = Dictionary((json.object.map(Array.init) ?? []).map { ($0.key, $0.value) }) { first, _ in first }
    guard members.count == 2, let type = members["type"]?.string, let value = members["value"] else { return nil }
    guard type.hasSuffix("LIST") else { return scalar(value, type) }
    guard let elements = value.array.map(Array.init) else { return nil }
    // The type of a list without members is not known, and fits every list.
    if type == "LIST" { return elements.isEmpty ? .list([]) : nil }
    let list = elements.compactMap { scalar($0, String(type.dropLast("_LIST".count))) }
    return list.count == elements.count ? .list(list) : nil
  }

  private static func scalar(_ value: JSONValue, _ type: String) -> FieldValue? {
    switch type {
    case "STRING": return value.string.map { .string($0) }
    case "INT64": return value.int64.map { .int64($0) }
    case "DOUBLE": return value.double.map { .double($0) }
    case "TIMESTAMP": return value.int64.map { .timestamp(Timestamp(milliseconds: $0)) }
    case "REFERENCE":
      let members = Dictionary((value.object.map(Array.init) ?? []).map { ($0.key, $0.value) }) { first, _ in first }
      guard let name = members["recordName"]?.string,
        let action = (members["action"]?.string).flatMap(Reference.Action.init(rawValue:))
      else { return nil }
      return .reference(Reference(RecordName(name), action: action))
    default: return nil
    }
  }
}
