import CloudKitRecords
import CloudKitSchema
import Foundation
import JSON

/// The JSON of a list, location or asset as its column stores it: one spelling per value, so that equal values have
/// equal text.
enum StoredJSON {
  static func text(_ value: FieldValue) -> String {
    String(decoding: JSONWriter.document(capacity: 64) { $0.stored(value) }, as: UTF8.self)
  }

  /// Returns the value of a JSON text.
  /// - Throws: An error for text that is not JSON, or not the JSON of a value of the type.
  static func value(_ text: [UInt8], type: FieldType) throws -> FieldValue {
    let json = try JSONValue(strict: text)
    guard type.isList else { return try json.stored(type.primitive) }
    guard let members = json.array else { throw Misfit() }
    return .list(try members.map { try $0.stored(type.primitive) })
  }

  /// An error for a value that is not of the column's type.
  struct Misfit: Error {}
}

extension JSONValue {
  fileprivate func stored(_ primitive: FieldType.Primitive) throws -> FieldValue {
    let value: FieldValue? =
      switch primitive {
      case .string: string.map { .string($0) }
      case .int64: int64.map { .int64($0) }
      case .double: double.map { .double($0) }
      case .number: integer.map { .int64($0) } ?? double.map { .double($0) }
      case .timestamp: int64.map { .timestamp(Timestamp(milliseconds: $0)) }
      case .bytes: string.flatMap { Data(base64Encoded: $0) }.map { .bytes(Array($0)) }
      case .reference: reference.map { .reference($0) }
      case .location: object.flatMap { Location($0) }.map { .location($0) }
      case .asset: object.flatMap { Asset($0) }.map { .asset($0) }
      }
    guard let value else { throw StoredJSON.Misfit() }
    return value
  }

  /// The reference in a record name or an object with an action.
  private var reference: Reference? {
    if let string { return Reference(RecordName(string)) }
    guard let name = object?["recordName"]?.string, let action = object?["action"]?.string else { return nil }
    return Reference.Action(rawValue: action).map { Reference(RecordName(name), action: $0) }
  }
}

extension JSONWriter {
  fileprivate mutating func stored(_ value: FieldValue) {
    switch value {
    case .string(let text): string(text)
    case .int64(let integer): self.integer(integer)
    case .timestamp(let timestamp): integer(timestamp.milliseconds)
    case .double(let double): number(double)
    case .bytes(let data): string(base64(data))
    case .reference(let reference): stored(reference)
    case .location(let location): location.write(to: &self)
    case .asset(let asset): asset.write(to: &self)
    case .list(let members): array(members) { $0.stored($1) }
    }
  }

  private mutating func stored(_ reference: Reference) {
    if reference.action == .none { return string(reference.recordName.rawValue) }
    object { writer in
      writer.member("recordName", reference.recordName.rawValue)
      writer.member("action", reference.action.rawValue)
    }
  }
}

/// Returns bytes as base64, the form that JSON can hold.
func base64(_ bytes: [UInt8]) -> String { Data(bytes).base64EncodedString() }
