package import CloudKitRecords
package import CloudKitSchema
import Diagnostics

extension FieldValue {
  /// Creates a value of a field from text, as `init?(text:as:)` reads it.
  /// - Throws: A mistake that names the type and shows how to write its values.
  package init(_ text: String, for field: Field) throws(RequestMistake) {
    let type = field.type
    if type.primitive == .asset {
      throw RequestMistake("\(field.name) is \(type): files cannot be set or compared here")
    }
    if let value = FieldValue(text: text, as: type) {
      self = value
      return
    }
    if type.primitive == .timestamp {
      for part in type.isList ? Self.parts(of: text) : [text] {
        guard FieldValue(text: part, as: FieldType(.timestamp)) == nil,
          let moment = Timestamp(iso8601: part) ?? Timestamp(iso8601: part + "Z")
        else { continue }
        throw RequestMistake("\(field.name) is \(type): '\(part)' has no time zone, say \(moment)")
      }
    }
    throw RequestMistake("\(field.name) is \(type): '\(DisplayText.line(text, atMost: 60))' is not \(type.example)")
  }
}

extension FieldType {
  /// A description of the type's values, for messages.
  var example: String {
    if isList { return "a list such as [\(FieldType(primitive).example)]" }
    return switch primitive {
    case .string: "text"
    case .int64: "a whole number, such as 42"
    case .double, .number: "a number, such as 4.5"
    case .timestamp: "a date, such as 2026-11-22T10:00:00Z"
    case .bytes: "base64, such as aGVsbG8="
    case .reference: "a record name"
    case .location: "a latitude and longitude, such as 37.33,-122.03"
    case .asset: "a file"
    }
  }
}
