package import CloudKitRecords
package import CloudKitSchema
import Diagnostics
import Foundation
import JSON

/// Field values as text, in command lines and CSV.
extension FieldValue {
  /// Creates a value of a field from text, read by the field's type.
  ///
  /// Lists are JSON arrays, or members separated by commas. References with an action are JSON objects.
  /// - Throws: A mistake that names the type and shows how to write its values.
  package init(_ text: String, for field: Field) throws(RequestMistake) {
    guard let value = try Self.value(text, field) else {
      throw RequestMistake(
        "\(field.name) is \(field.type): '\(DisplayText.line(text, atMost: 60))' is not \(field.type.example)")
    }
    self = value
  }

  private static func value(_ text: String, _ field: Field) throws(RequestMistake) -> FieldValue? {
    let type = field.type
    if type.primitive == .asset {
      throw RequestMistake("\(field.name) is \(type): files cannot be set or compared here")
    }
    guard type.isList else { return try scalar(text, field) }
    if text.hasPrefix("[") {
      return (try? JSONValue(strict: Array(text.utf8))).flatMap { FieldValue(plain: $0, as: type) }
    }
    if text.isEmpty { return .list([]) }
    let member = Field(name: field.name, type: FieldType(type.primitive))
    var members: [FieldValue] = []
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let part = part.drop { $0 == " " }
      guard let value = try scalar(String(part), member) else { return nil }
      members.append(value)
    }
    return .list(members)
  }

  private static func scalar(_ text: String, _ field: Field) throws(RequestMistake) -> FieldValue? {
    switch field.type.primitive {
    case .string: return .string(text)
    case .int64: return Int64(text).map { .int64($0) }
    case .double: return number(text).map { .double($0) }
    case .number: return Int64(text).map { .int64($0) } ?? number(text).map { .double($0) }
    case .timestamp: return try moment(text, field).map { .timestamp($0) }
    case .bytes: return Data(base64Encoded: text).map { .bytes(Array($0)) }
    case .reference, .location:
      if text.hasPrefix("{") {
        return (try? JSONValue(strict: Array(text.utf8))).flatMap { FieldValue(plain: $0, as: field.type) }
      }
      return field.type.primitive == .location ? place(text).map { .location($0) } : name(text)
    case .asset: return nil
    }
  }

  private static func number(_ text: String) -> Double? {
    // `Double` also reads hexadecimal, `inf` and `nan`.
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }) else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  private static func moment(_ text: String, _ field: Field) throws(RequestMistake) -> Timestamp? {
    // Ten characters are a date without a time.
    if text.utf8.count > 10, let moment = Timestamp(iso8601: text) { return moment }
    guard let moment = Timestamp(iso8601: text) ?? Timestamp(iso8601: text + "Z") else { return nil }
    throw RequestMistake("\(field.name) is \(field.type): '\(text)' has no time zone, say \(moment)")
  }

  private static func name(_ text: String) -> FieldValue? {
    let name = RecordName(text)
    return name.problem == nil || text.hasPrefix("_") ? .reference(Reference(name)) : nil
  }

  private static func place(_ text: String) -> Location? {
    let numbers = text.split(separator: ",").map { number($0.trimmingCharacters(in: .whitespaces)) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
    return Location(latitude: latitude, longitude: longitude)
  }

  /// Creates a value of a type from JSON as people write it: dates are ISO 8601 or milliseconds, references are record
  /// names or objects, locations are text or objects. Returns `nil` if the JSON does not match.
  init?(plain json: JSONValue, as type: FieldType) {
    if type.isList {
      guard let elements = json.array else { return nil }
      let members = elements.compactMap { FieldValue(plain: $0, as: FieldType(type.primitive)) }
      guard members.count == elements.count else { return nil }
      self = .list(members)
      return
    }
    switch (type.primitive, json.string) {
    case (.timestamp, let text?):
      guard let moment = Timestamp(iso8601: text), text.contains("T") else { return nil }
      self = .timestamp(moment)
    case (.reference, let text?):
      guard let reference = Self.name(text) else { return nil }
      self = reference
    case (.location, let text?):
      guard let place = Self.place(text) else { return nil }
      self = .location(place)
    default: self.init(json, as: type)
    }
  }

  /// The value as text that `init(_:for:)` reads back, except assets.
  package var plainText: String {
    switch self {
    case .string(let text): text
    case .int64(let number): String(number)
    case .double(let number): "\(number)"
    case .timestamp(let moment): moment.description
    case .bytes(let bytes): Data(bytes).base64EncodedString()
    case .reference(let reference) where reference.action == .none: reference.recordName.rawValue
    case .asset(let asset): "asset of \(asset.size) bytes"
    case .reference, .location, .list: String(decoding: JSONWriter.document { $0.plain(self) }, as: UTF8.self)
    }
  }
}

extension JSONWriter {
  /// Writes a value without its type, as `init(plain:as:)` reads it.
  fileprivate mutating func plain(_ value: FieldValue) {
    switch value {
    case .string(let text): string(text)
    case .int64(let number): integer(number)
    case .double(let number): self.number(number)
    case .location(let location): location.write(to: &self)
    case .list(let members): array(members) { $0.plain($1) }
    case .reference(let reference) where reference.action != .none:
      object { writer in
        writer.member("action", reference.action.rawValue)
        writer.member("recordName", reference.recordName.rawValue)
      }
    case .timestamp, .bytes, .reference, .asset: string(value.plainText)
    }
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
