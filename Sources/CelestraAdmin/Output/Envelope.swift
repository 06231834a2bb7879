import CloudKitRecords
import Foundation

/// The JSON form of every report: camelCase, sorted keys, ISO 8601 dates.
struct Envelope<Source: Report>: Encodable {
  private enum Key: String, CodingKey {
    case schemaVersion, command, asOf, summary, items, diagnostics
  }

  /// The version of the envelope and of the items of all commands; it goes up when a key changes its meaning.
  private static var schemaVersion: Int { 1 }

  private let report: Source

  /// A report's envelope.
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
  /// The value as JSON text for programs and people, with sorted keys and a final newline.
  func prettyJSON() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}

/// A JSON object whose members are listed where it is created; a member without a value is left out.
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

  /// An object of members that are not known beforehand.
  init(_ members: [(String, Value)]) { self.members = members }

  init(dictionaryLiteral elements: (String, Value)...) { members = elements }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Name.self)
    for (name, value) in members {
      if let value { try container.encode(value, forKey: Name(stringValue: name)) }
    }
  }
}
