package import CloudKitSchema
import Foundation
package import JSON

/// Field values in files: `{"type": "STRING", "value": …}`, with the type names of CloudKit Web Services.
extension JSONWriter {
  /// Writes a value with its type.
  /// - Parameter declared: The field's declared type, which names the members of an empty list; `nil` if unknown.
  package mutating func tagged(_ value: FieldValue, declared: FieldType? = nil) {
    object { writer in
      let isEmptyList = value == .list([])
      writer.member("type", isEmptyList ? declared?.wireName ?? value.typeName : value.typeName)
      writer.name("value")
      writer.untagged(value)
    }
  }

  private mutating func untagged(_ value: FieldValue) {
    switch value {
    case .string(let text): string(text)
    case .int64(let number): integer(number)
    case .double(let number): self.number(number)
    case .timestamp(let moment): integer(moment.milliseconds)
    case .bytes(let bytes): string(Data(bytes).base64EncodedString())
    case .reference(let reference):
      object { writer in
        writer.member("action", reference.action.rawValue)
        writer.member("recordName", reference.recordName.rawValue)
      }
    case .location(let location): location.write(to: &self)
    case .asset(let asset): asset.write(to: &self)
    case .list(let members): array(members) { $0.untagged($1) }
    }
  }
}

extension FieldValue {
  /// Creates a value from an object with its type; returns `nil` if the value does not match the type.
  package init?(tagged json: JSONValue) {
    guard let object = json.object, object.reduce(0, { count, _ in count + 1 }) == 2,
      let name = object["type"]?.string, let value = object["value"]
    else { return nil }
    // An empty list without a declared type fits every list.
    if name == "LIST" {
      guard value.array?.isEmpty == true else { return nil }
      self = .list([])
      return
    }
    guard let type = FieldType.tags[name] else { return nil }
    self.init(value, as: type)
  }

  /// Creates a value of a type from JSON without a type; returns `nil` if the JSON does not match.
  package init?(_ json: JSONValue, as type: FieldType) {
    if type.isList {
      guard let elements = json.array else { return nil }
      var members: [FieldValue] = []
      for element in elements {
        guard let member = FieldValue(element, as: FieldType(type.primitive)) else { return nil }
        members.append(member)
      }
      self = .list(members)
      return
    }
    let value: FieldValue? =
      switch type.primitive {
      case .string: json.string.map { .string($0) }
      case .int64: json.int64.map { .int64($0) }
      case .double: json.double.map { .double($0) }
      case .number: json.integer.map { .int64($0) } ?? json.double.map { .double($0) }
      case .timestamp: json.int64.map { .timestamp(Timestamp(milliseconds: $0)) }
      case .bytes: json.string.flatMap { Data(base64Encoded: $0) }.map { .bytes(Array($0)) }
      case .reference: Reference(json).map { .reference($0) }
      case .location: json.object.flatMap { Location($0, isStrict: true) }.map { .location($0) }
      case .asset: json.object.flatMap { Asset($0) }.map { .asset($0) }
      }
    guard let value else { return nil }
    self = value
  }
}

extension Reference {
  /// Creates a reference from an object with a record name and an action; returns `nil` for other JSON.
  fileprivate init?(_ json: JSONValue) {
    guard let object = json.object, let name = object["recordName"]?.string else { return nil }
    guard let text = object["action"] else {
      self.init(RecordName(name))
      return
    }
    guard let action = text.string.flatMap(Action.init(rawValue:)) else { return nil }
    self.init(RecordName(name), action: action)
  }
}

extension FieldType {
  /// The types by their names in files.
  fileprivate static let tags: [String: FieldType] = Dictionary(
    Primitive.allCases.filter { $0 != .number }.flatMap { [FieldType($0), .list($0)] }.map { ($0.wireName, $0) },
    uniquingKeysWith: { first, _ in first })
}
