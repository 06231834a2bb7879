import CloudKitRecords
import Foundation

/// The JSON form of every report: camelCase, sorted keys, ISO 8601 dates.
struct Envelope<Source: Report>: Encodable {
  private enum Key: String, CodingKey {
    case schemaVersion, command, asOf, summary, items, diagnostics
  }

  /// The version of the envelope and its items. It increases when a key changes its meaning.
  private static var schemaVersion: Int { 1 }

  private let report: Source

  /// Creates the envelope of a report.
  init(_ report: Source) { self.report = report }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(Self.schemaVersion, forKey: .schemaVersion)
    try container.encode(report.command, forKey: .command)
    try container.encode(report.asOf?.description, forKey: .asOf)
    try container.encode(report.summary, forKey: .summary)
    try container.encode(report.items, forKey: .items)
    try container.encode(report.findings.items, forKey: .diagnostics)
  }
}

extension Encodable {
  /// Returns the value as indented JSON with sorted keys and a final newline.
  func prettyJSON() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}

/// A JSON object written as a dictionary literal. Members without a value are omitted.
struct EncodableObject: Encodable, ExpressibleByDictionaryLiteral {
  typealias Key = String
  typealias Value = (any Encodable)?

  private struct Name: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  private let members: [(name: String, value: Value)]

  /// Creates an object from computed members.
  init(_ members: [(String, Value)]) { self.members = members }

  init(dictionaryLiteral elements: (String, Value)...) { members = elements }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in members {
      if let value { try container.encode(value, forKey: Name(stringValue: name)) }
    }
  }
}
