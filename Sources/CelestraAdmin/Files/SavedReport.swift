import CloudKitRecords
import CommandLineTool
import Diagnostics
import Foundation

/// An earlier JSON report, decoded as `Body`.
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

  /// - Parameter noun: The subject of the report, for the error message.
  /// - Throws: `CommandFailure` if the file is not a report of the command.
  static func read(_ path: String, of command: String, _ noun: String) throws -> (body: Body, asOf: Timestamp) {
    let source = try InputFile.read(path)
    guard let saved = try? JSONDecoder().decode(Self.self, from: Data(source.bytes)), saved.head.command == command,
      saved.head.schemaVersion == 1, let asOf = Timestamp(iso8601: saved.head.asOf)
    else {
      throw CommandFailure(
        "\(path) is not a report of \(noun); --against requires a file from '\(command) --format json=FILE'")
    }
    return (saved.body, asOf)
  }
}
