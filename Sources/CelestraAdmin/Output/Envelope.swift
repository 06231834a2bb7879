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

/// A JSON value of a format that another program defines.
enum JSONTree: Encodable, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral, ExpressibleByStringLiteral {
  case object([String: JSONTree])
  case array([JSONTree])
  case string(String)
  case number(Int)

  init(arrayLiteral elements: JSONTree...) { self = .array(elements) }
  init(stringLiteral value: String) { self = .string(value) }

  /// An object; a member without a value is left out.
  init(dictionaryLiteral elements: (String, JSONTree?)...) {
    self = .object(Dictionary(elements.compactMap { key, value in value.map { (key, $0) } }) { $1 })
  }

  func encode(to encoder: any Encoder) throws {
    switch self {
    case .object(let members): try members.encode(to: encoder)
    case .array(let elements): try elements.encode(to: encoder)
    case .string(let text): try text.encode(to: encoder)
    case .number(let number): try number.encode(to: encoder)
    }
  }
}
