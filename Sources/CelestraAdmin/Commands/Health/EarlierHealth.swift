import CloudKitRecords
import Diagnostics
import FeedHealth
import Foundation

/// What `health report --since` compares with: an earlier report of this program, or a time.
enum EarlierHealth {
  /// The baseline a text names.
  /// - Throws: `CommandFailure` where the text is neither a time nor the path of a report.
  static func baseline(_ text: String) throws -> HealthChanges.Baseline {
    if let moment = Timestamp(iso8601: text) { return .moment(moment) }
    guard FileManager.default.fileExists(atPath: text) else {
      throw CommandFailure(
        "--since wants a moment, such as 2026-11-21, or an earlier report written with --format json=FILE; "
          + "'\(text)' is no moment, and there is no such file")
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
