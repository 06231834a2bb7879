import CloudKitRecords
import Foundation

extension Report {
  /// The version of the JSON form of all reports. It increases when a key changes its meaning.
  private static var schemaVersion: Int { 1 }

  /// Returns the report as JSON with camelCase keys and ISO 8601 dates.
  package func json() throws -> String {
    let members: EncodableObject = [
      "schemaVersion": Self.schemaVersion, "command": command, "asOf": .some(asOf?.description), "summary": summary,
      "items": items, "diagnostics": findings.items,
    ]
    return try members.prettyJSON()
  }
}

extension Encodable {
  /// Returns the value as indented JSON with sorted keys and a final newline.
  package func prettyJSON() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}

/// A JSON object written as a dictionary literal. Members without a value are omitted.
package struct EncodableObject: Encodable, ExpressibleByDictionaryLiteral {
  package typealias Key = String
  package typealias Value = (any Encodable)?

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let members: [(name: String, value: Value)]

  package init(_ members: [(String, Value)]) { self.members = members }

  package init(dictionaryLiteral elements: (String, Value)...) { members = elements }

  package func adding(_ other: EncodableObject) -> EncodableObject { EncodableObject(members + other.members) }

  /// Returns the values of members as texts, empty for a member without one.
  package func texts(_ names: [String]) -> [String] {
    names.map { name in members.first { $0.name == name }?.value.map { "\($0)" } ?? "" }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in members {
      if let value { try container.encode(value, forKey: Name(stringValue: name)) }
    }
  }
}
