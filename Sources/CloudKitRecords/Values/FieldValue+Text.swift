package import CloudKitSchema
import Diagnostics
import Foundation
import JSON

/// Field values as text, in command lines, CSV, and reports.
extension FieldValue {
  /// Creates a value of a type from text; returns `nil` if the text does not match, and for assets.
  ///
  /// Lists are JSON arrays, or members separated by commas. References with an action are JSON objects.
  package init?(text: String, as type: FieldType) {
    let isJSON = text.hasPrefix(type.isList ? "[" : "{") && (type.isList || type.primitive.isObject)
    if isJSON {
      guard let json = try? JSONValue(strict: Array(text.utf8)) else { return nil }
      self.init(json, as: type, in: .plain)
      return
    }
    guard type.isList else {
      guard let value = Self.scalar(text, type.primitive) else { return nil }
      self = value
      return
    }
    var members: [FieldValue] = []
    for part in Self.parts(of: text) {
      guard let value = Self.scalar(part, type.primitive) else { return nil }
      members.append(value)
    }
    self = .list(members)
  }

  /// Returns the members of a list in text, separated by commas.
  package static func parts(of text: String) -> [String] {
    text.isEmpty
      ? [] : text.split(separator: ",", omittingEmptySubsequences: false).map { String($0.drop { $0 == " " }) }
  }

  private static func scalar(_ text: String, _ type: FieldType.Primitive) -> FieldValue? {
    switch type {
    case .string: .string(text)
    case .int64: Int64(text).map { .int64($0) }
    case .double: Double(decimal: text).map { .double($0) }
    case .number: Int64(text).map { .int64($0) } ?? Double(decimal: text).map { .double($0) }
    // Ten characters are a date without a time.
    case .timestamp: text.utf8.count > 10 ? Timestamp(iso8601: text).map { .timestamp($0) } : nil
    case .bytes: Data(base64Encoded: text).map { .bytes(Array($0)) }
    case .reference: Reference(text: text).map { .reference($0) }
    case .location: Location(text: text).map { .location($0) }
    case .asset: nil
    }
  }

  /// The value as text that `init?(text:as:)` reads back, except assets.
  package var plainText: String {
    switch self {
    case .string(let text): text
    case .int64(let number): String(number)
    case .double(let number): "\(number)"
    case .timestamp(let moment): moment.description
    case .bytes(let bytes): Data(bytes).base64EncodedString()
    case .reference(let reference) where reference.action == .none: reference.recordName.rawValue
    case .asset(let asset): "asset of \(asset.size) bytes"
    case .reference, .location, .list:
      String(decoding: JSONWriter.document { $0.fieldValue(self, in: .plain) }, as: UTF8.self)
    }
  }

  /// Returns the value for people: references by record name, bytes and assets by their size.
  /// - Parameter shown: Returns how a string is shown.
  package func shownText(separator: String = ", ", _ shown: (String) -> String = { $0 }) -> String {
    switch self {
    case .string(let text): shown(text)
    case .bytes(let bytes): bytes.count.of("byte")
    case .reference(let reference): reference.recordName.rawValue
    case .location(let place): "\(place.latitude),\(place.longitude)"
    case .list(let members): members.map { $0.shownText(separator: separator, shown) }.joined(separator: separator)
    case .int64, .double, .timestamp, .asset: plainText
    }
  }
}

extension Reference {
  /// Creates a reference without an action from a record name; returns `nil` for an invalid name.
  init?(text: String) {
    let name = RecordName(text)
    // The names of users start with an underscore.
    guard name.problem == nil || text.hasPrefix("_") else { return nil }
    self.init(name)
  }
}

extension Location {
  /// Creates a location from `latitude,longitude`; returns `nil` for other text.
  init?(text: String) {
    let numbers = text.split(separator: ",").map { Double(decimal: $0.trimmingCharacters(in: .whitespaces)) }
    guard numbers.count == 2, let latitude = numbers[0], let longitude = numbers[1] else { return nil }
    self.init(latitude: latitude, longitude: longitude)
  }
}

extension Double {
  /// Creates a finite number from decimal text. `Double` also reads hexadecimal, `inf` and `nan`.
  fileprivate init?(decimal text: String) {
    guard text.utf8.allSatisfy({ "0123456789+-.eE".utf8.contains($0) }), let number = Double(text), number.isFinite
    else { return nil }
    self = number
  }
}

extension FieldType.Primitive {
  fileprivate var isObject: Bool { self == .reference || self == .location }
}
