import CloudKitRecords
import FeedHealth
import Foundation

/// The baseline of `health report --since`: an earlier report or a date.
enum EarlierHealth {
  /// Returns the baseline that a text names.
  /// - Throws: `CommandFailure` if the text is neither a date nor the path of a report.
  static func baseline(_ text: String) throws -> HealthChanges.Baseline {
    if let date = Timestamp(iso8601: text) { return .moment(date) }
    guard FileManager.default.fileExists(atPath: text) else {
      throw CommandFailure(
        "--since requires a date, such as 2026-11-21, or an earlier report written with --format json=FILE; "
          + "'\(text)' is not a date, and no such file exists")
    }
    let saved = try SavedReport<Body>.read(text, of: "health report", "the health of feeds")
    return .report(asOf: saved.asOf, down: Set(saved.body.summary.down.map { RecordName($0.recordName) }))
  }

  private struct Body: Decodable {
    struct Summary: Decodable {
      let down: [Down]
    }

    struct Down: Decodable {
      let recordName: String
    }

    let summary: Summary
  }
}
