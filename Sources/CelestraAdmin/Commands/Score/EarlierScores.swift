import CloudKitRecords
import Diagnostics
import Foundation

/// The scores of an earlier `score report`.
struct EarlierScores {
  /// When it was made.
  let asOf: Timestamp
  /// The scores by the feeds' record names.
  let scores: [String: Int]

  /// Reads a report.
  /// - Throws: `CommandFailure` where the file is none.
  init(_ path: String) throws {
    let saved: Saved
    do {
      saved = try JSONDecoder().decode(Saved.self, from: Data(InputFile.read(path).bytes))
    } catch is DecodingError { throw Self.refusal(of: path) }
    guard saved.command == "score report", saved.schemaVersion == 1, let asOf = Timestamp(iso8601: saved.asOf) else {
      throw Self.refusal(of: path)
    }
    self.asOf = asOf
    scores = Dictionary(saved.items.map { ($0.recordName, $0.score) }, uniquingKeysWith: { first, _ in first })
  }

  private static func refusal(of path: String) -> CommandFailure {
    CommandFailure("\(path) is no report of scores: --since wants what 'score report --format json=FILE' wrote")
  }

  private struct Saved: Decodable {
    struct Item: Decodable {
      let recordName: String
      let score: Int
    }
    let schemaVersion: Int
    let command, asOf: String
    let items: [Item]
  }
}
