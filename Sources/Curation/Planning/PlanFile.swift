package import CloudKitRecords
import JSON

/// A writer for plan files. A plan file is one JSON object with one line per change, so that plans can be read,
/// compared, and searched.
package struct PlanFile {
  /// The format version. The reader rejects all others.
  static let version: Int64 = 1

  private var isFirst = true

  /// Creates a plan file without changes.
  package init() {}

  /// Returns the lines before the changes.
  package func head(container: String, environment: String?, layout: String, asOf: Timestamp) -> String {
    """
    {
      "planVersion": \(Self.version),
      "container": \(Self.text { $0.string(container) }),\(environment.map { "\n  \"environment\": \"\($0)\"," } ?? "")
      "layout": "\(layout)",
      "asOf": "\(asOf)",
      "changes": [
    """
  }

  /// Returns the line for a change, without a line break.
  package mutating func line(_ change: PlannedChange) -> String {
    let operation = change.operation
    let fields = operation.record.fields.sorted { $0.key < $1.key }
    defer { isFirst = false }
    return (isFirst ? "\n    " : ",\n    ")
      + Self.text { writer in
        writer.object { writer in
          writer.member("action", operation.kind.rawValue)
          writer.member("changeTag", operation.record.changeTag)
          if !operation.cleared.isEmpty { writer.member("cleared", operation.cleared.sorted()) }
          if !fields.isEmpty {
            writer.name("fields")
            writer.object { writer in
              for (name, value) in fields {
                writer.name(name)
                writer.tagged(value)
              }
            }
          }
          writer.member("recordName", change.recordName.rawValue)
          writer.member("recordType", change.recordType)
          writer.member("title", change.title)
        }
      }
  }

  /// The lines after the changes.
  package let foot = "\n  ]\n}\n"

  private static func text(_ body: (inout JSONWriter) -> Void) -> String {
    String(decoding: JSONWriter.document(body), as: UTF8.self)
  }
}

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
