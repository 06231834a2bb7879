import ArgumentParser
import CloudKitRecords
import Diagnostics
import FeedHealth
import Foundation

/// What `health report --since` compares with: an earlier report of this program, or a moment.
enum EarlierHealth {
  /// The baseline a text names.
  /// - Throws: `CommandFailure` where it is neither a moment nor the path of a report.
  static func baseline(_ text: String) throws -> HealthChanges.Baseline {
    if let moment = Timestamp(iso8601: text) { return .moment(moment) }
    guard FileManager.default.fileExists(atPath: text) else {
      throw CommandFailure(
        "--since wants a moment, such as 2026-11-21, or an earlier report written with --format json=FILE; "
          + "'\(text)' is no moment, and there is no such file")
    }
    let report: Saved
    do {
      report = try JSONDecoder().decode(Saved.self, from: Data(InputFile.read(text).bytes))
    } catch is DecodingError { throw refusal(of: text) }
    guard report.command == "health report", report.schemaVersion == 1, let asOf = Timestamp(iso8601: report.asOf)
    else {
      throw refusal(of: text)
    }
    return .report(asOf: asOf, down: Set(report.summary.down.map { RecordName($0.recordName) }))
  }

  private static func refusal(of path: String) -> CommandFailure {
    CommandFailure(
      "\(path) is no report of the health of feeds: --since wants what 'health report --format json=FILE' wrote")
  }

  /// What is read of an earlier report.
  private struct Saved: Decodable {
    struct Summary: Decodable {
      struct Down: Decodable {
        let recordName: String
      }
      let down: [Down]
    }
    let schemaVersion: Int
    let command, asOf: String
    let summary: Summary
  }
}
