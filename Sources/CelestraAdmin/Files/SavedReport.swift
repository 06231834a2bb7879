import CloudKitRecords
import Diagnostics
import Foundation

/// An earlier report of this program, read from its JSON as far as `Body` asks.
struct SavedReport<Body: Decodable>: Decodable {
  private struct Head: Decodable {
    let schemaVersion: Int
    let command, asOf: String
  }

  private let head: Head
  private let body: Body

  init(from decoder: any Decoder) throws {
    head = try Head(from: decoder)
    body = try Body(from: decoder)
  }

  /// Reads the report of a command.
  /// - Parameter noun: what the report is about, for a refusal.
  /// - Throws: `CommandFailure` where the file is not a report of the command.
  static func read(_ path: String, of command: String, _ noun: String) throws -> (body: Body, asOf: Timestamp) {
    let source = try InputFile.read(path)
    guard let saved = try? JSONDecoder().decode(Self.self, from: Data(source.bytes)), saved.head.command == command,
      saved.head.schemaVersion == 1, let asOf = Timestamp(iso8601: saved.head.asOf)
    else {
      throw CommandFailure("\(path) is no report of \(noun): --since wants what '\(command) --format json=FILE' wrote")
    }
    return (saved.body, asOf)
  }
}
