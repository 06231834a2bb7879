package import struct Foundation.Date

/// The `Retry-After` header: seconds, or a date.
///
/// Source: RFC 9110 §10.2.3.
package enum RetryAfter {
  /// The time a header asks for, counted from `now`, 0 to `longest`; `nil` where it cannot be read.
  package static func duration(_ text: String, from now: Date, atMost longest: Duration) -> Duration? {
    guard let seconds = Double(text) ?? HTTPDate.date(text).map({ max(0, $0.timeIntervalSince(now)) }), seconds >= 0
    else { return nil }
    return seconds < longest / .seconds(1) ? .seconds(seconds) : longest
  }
}
