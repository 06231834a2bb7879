import CloudKitRecords
import JSON

/// Field values in a plan file, with the type names of CloudKit Web Services.
enum PlanValue {
  /// An error for a value whose type a plan file cannot represent.
  struct Unsupported: Error, CustomStringConvertible {
    let typeName: String

    var description: String { "a plan cannot hold a value of the type \(typeName)" }
  }

  /// Checks whether a plan file can represent a value.
  /// - Throws: `Unsupported` for bytes, locations, and assets, which no catalog contains.
  static func check(_ value: FieldValue) throws {
    switch value {
    case .string, .int64, .double, .timestamp, .reference: break
    case .list(let members): for member in members { try check(member) }
    case .bytes, .location, .asset: throw Unsupported(typeName: value.typeName)
    }
  }

  /// Returns the field value of a JSON value, or `nil` if the value does not match its type.
  static func read(_ json: JSONValue) -> FieldValue? {
    let members = Dictionary((json.object.map(Array.init) ?? []).map { ($0.key, $0.value) }) { first, _ in first }
    guard members.count == 2, let type = members["type"]?.string, let value = members["value"] else { return nil }
    guard type.hasSuffix("LIST") else { return scalar(value, type) }
    guard let elements = value.array.map(Array.init) else { return nil }
    // An empty list has no known element type and matches every list.
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

extension JSONWriter {
  /// Writes a field value with its type.
  mutating func planValue(_ value: FieldValue) {
    object { writer in
      writer.member("type", value.typeName)
      writer.name("value")
      writer.plain(value)
    }
  }

  private mutating func plain(_ value: FieldValue) {
    switch value {
    case .string(let text): string(text)
    case .int64(let number): integer(number)
    case .double(let number): self.number(number)
    case .timestamp(let moment): integer(moment.milliseconds)
    case .reference(let reference):
      object { writer in
        writer.member("action", reference.action.rawValue)
        writer.member("recordName", reference.recordName.rawValue)
      }
    case .list(let members): array(members) { $0.plain($1) }
    case .bytes, .location, .asset: null()
    }
  }
}
