package import CloudKitSchema
import Foundation
package import JSON

extension FieldValue {
  /// Creates a value of a type from JSON without a type; returns `nil` if the JSON does not match.
  package init?(_ json: JSONValue, as type: FieldType, in dialect: ValueDialect = .tagged) {
    guard type.isList else {
      guard let value = Self.scalar(json, type.primitive, dialect) else { return nil }
      self = value
      return
    }
    guard let elements = json.array else { return nil }
    var members: [FieldValue] = []
    for element in elements {
      guard let member = Self.scalar(element, type.primitive, dialect) else { return nil }
      members.append(member)
    }
    self = .list(members)
  }

  private static func scalar(
    _ json: JSONValue, _ type: FieldType.Primitive, _ dialect: ValueDialect
  ) -> FieldValue? {
    switch type {
    case .string: json.string.map { .string($0) }
    case .int64: dialect.integer(json).map { .int64($0) }
    case .double: dialect.number(json).map { .double($0) }
    case .number: json.integer.map { .int64($0) } ?? dialect.number(json).map { .double($0) }
    case .timestamp: dialect.timestamp(json).map { .timestamp($0) }
    case .bytes: json.string.flatMap { Data(base64Encoded: $0) }.map { .bytes(Array($0)) }
    case .reference: dialect.reference(json).map { .reference($0) }
    case .location: dialect.location(json).map { .location($0) }
    case .asset: json.object.flatMap { Asset($0) }.map { .asset($0) }
    }
  }

  /// Creates a value from an object with its type, `{"type": "STRING", "value": …}`; returns `nil` if the value does
  /// not match the type.
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
}

extension JSONWriter {
  /// Writes a value without its type.
  /// - Parameters:
  ///   - numbersAsStrings: whether to write numbers as strings, for readers that lose precision beyond 2^53.
  ///   - endReference: writes further members of each reference, such as its zone.
  package mutating func fieldValue(
    _ value: FieldValue, in dialect: ValueDialect = .tagged, numbersAsStrings: Bool = false,
    endReference: (inout JSONWriter) -> Void = { _ in }
  ) {
    switch value {
    case .string(let text): string(text)
    case .int64(let number): numbersAsStrings ? string(String(number)) : integer(number)
    case .double(let number): numbersAsStrings ? string("\(number)") : self.number(number)
    case .timestamp(let moment) where dialect == .plain: string(moment.description)
    case .timestamp(let moment):
      numbersAsStrings ? string(String(moment.milliseconds)) : integer(moment.milliseconds)
    case .bytes(let bytes): string(Data(bytes).base64EncodedString())
    case .reference(let reference) where dialect.abbreviatesReferences && reference.action == .none:
      string(reference.recordName.rawValue)
    case .reference(let reference):
      let members = [("recordName", reference.recordName.rawValue), ("action", reference.action.rawValue)]
      object { writer in
        for (name, text) in dialect.sortsMembers ? members.reversed() : members { writer.member(name, text) }
        endReference(&writer)
      }
    case .location(let place): location(place)
    case .asset where dialect == .plain: string(value.plainText)
    case .asset(let asset): self.asset(asset)
    case .list(let members):
      array(members) {
        $0.fieldValue($1, in: dialect, numbersAsStrings: numbersAsStrings, endReference: endReference)
      }
    }
  }

  /// Writes a value with its type, `{"type": "STRING", "value": …}`.
  /// - Parameter declared: The field's declared type, which names the members of an empty list; `nil` if unknown.
  package mutating func tagged(_ value: FieldValue, declared: FieldType? = nil) {
    object { writer in
      let isEmptyList = value == .list([])
      writer.member("type", isEmptyList ? declared?.wireName ?? value.typeName : value.typeName)
      writer.name("value")
      writer.fieldValue(value)
    }
  }

  package mutating func location(_ place: Location) {
    object { writer in
      writer.member("latitude", place.latitude)
      writer.member("longitude", place.longitude)
      for (name, path) in Location.measures { writer.member(name, place[keyPath: path]) }
      writer.member("timestamp", place.timestamp?.milliseconds)
    }
  }

  private mutating func asset(_ asset: Asset) {
    object { writer in
      writer.member("fileChecksum", asset.fileChecksum)
      writer.member("size", asset.size)
      writer.member("receipt", asset.receipt)
      writer.member("referenceChecksum", asset.referenceChecksum)
      writer.member("wrappingKey", asset.wrappingKey)
      writer.member("downloadURL", asset.downloadURL)
    }
  }
}

extension Location {
  static let measures: [(name: String, path: any WritableKeyPath<Location, Double?> & Sendable)] = [
    ("altitude", \.altitude), ("horizontalAccuracy", \.horizontalAccuracy), ("verticalAccuracy", \.verticalAccuracy),
    ("course", \.course), ("speed", \.speed),
  ]
}

extension Asset {
  /// Creates an asset from an object; returns `nil` if the checksum or size is missing.
  fileprivate init?(_ object: JSONObject) {
    guard let checksum = object["fileChecksum"]?.string, let size = object["size"]?.int64 else { return nil }
    self.init(fileChecksum: checksum, size: size)
    receipt = object["receipt"]?.string
    referenceChecksum = object["referenceChecksum"]?.string
    wrappingKey = object["wrappingKey"]?.string
    downloadURL = object["downloadURL"]?.string
  }
}

extension FieldType {
  fileprivate static let tags: [String: FieldType] = Dictionary(
    Primitive.allCases.filter { $0 != .number }.flatMap { [FieldType($0), .list($0)] }.map { ($0.wireName, $0) },
    uniquingKeysWith: { first, _ in first })
}
