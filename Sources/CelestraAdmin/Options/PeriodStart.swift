import ArgumentParser
import CloudKitRecords
import CommandLineTool
import Notation

/// The start of a period: a date, or a length of time before the current time, such as `7d`.
enum PeriodStart {
  case date(Timestamp)
  case ago(TimeSpan)

  @Sendable static func read(_ text: String) throws -> PeriodStart { try read(text, date: DateArgument.read) }

  /// Reads a date without a time as its last millisecond.
  @Sendable static func readEnd(_ text: String) throws -> PeriodStart { try read(text, date: DateArgument.readEnd) }

  private static func read(_ text: String, date: (String) throws -> Timestamp) throws -> PeriodStart {
    if let span = TimeSpan(text) { return .ago(span) }
    if let time = try? date(text) { return .date(time) }
    throw ValidationError("use a date, such as 2026-11-21 or 2026-11-21T10:00:00Z, or a time ago, such as 7d")
  }

  func time(asOf: Timestamp) -> Timestamp {
    switch self {
    case .date(let date): date
    case .ago(let span):
      Timestamp(milliseconds: asOf.milliseconds - Int64((span.duration / .milliseconds(1)).rounded()))
    }
  }
}
