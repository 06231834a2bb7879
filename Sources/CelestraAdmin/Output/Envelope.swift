import CloudKitRecords
import Foundation

/// The one JSON form of every report: camelCase, sorted keys, ISO 8601 dates.
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

  /// The JSON text, with a final newline.
  func encoded() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .prettyPrinted, .withoutEscapingSlashes]
    return String(decoding: try encoder.encode(self), as: UTF8.self) + "\n"
  }
}
