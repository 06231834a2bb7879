package import Foundation

/// A date with millisecond precision, as CloudKit's TIMESTAMP stores it.
package struct Timestamp: Hashable, Comparable, Sendable, CustomStringConvertible {
  /// Milliseconds since 1970-01-01T00:00:00Z.
  package let milliseconds: Int64

  package init(milliseconds: Int64) { self.milliseconds = milliseconds }

  package init(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    self.init(milliseconds: Int64(exactly: milliseconds) ?? (milliseconds > 0 ? .max : .min))
  }

  /// Creates a timestamp from ISO 8601: a date, or a date and time with `Z` or an offset; `nil` for any other text.
  package init?(iso8601 text: String) {
    let time = Date.ISO8601FormatStyle()
    let styles =
      text.utf8.count == 10
      ? [time.year().month().day()] : [time, Date.ISO8601FormatStyle(includingFractionalSeconds: true)]
    for style in styles {
      if let date = try? style.parse(text) {
        self.init(date)
        return
      }
    }
    return nil
  }

  package var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// The timestamp as ISO 8601 in UTC, with a fraction only if it is not zero: `2026-11-21T10:00:00Z`.
  package var description: String {
    // The format style truncates the fraction instead of rounding it, which loses a millisecond for half of all
    // timestamps (2026-11).
    let fraction = (milliseconds % 1000 + 1000) % 1000
    let whole = Timestamp(milliseconds: milliseconds &- fraction).date.formatted(Date.ISO8601FormatStyle())
    if fraction == 0 { return whole }
    let digits = String(fraction + 1000).dropFirst()
    return "\(whole.dropLast()).\(digits)Z"
  }

  /// The day in UTC: `2026-11-21`.
  package var day: String { String(description.prefix(10)) }

  package static func < (lhs: Timestamp, rhs: Timestamp) -> Bool { lhs.milliseconds < rhs.milliseconds }

  package func seconds(since other: Timestamp) -> Double {
    Double(milliseconds) / 1000 - Double(other.milliseconds) / 1000
  }
}
