package import struct Foundation.Date

/// The `Retry-After` header: a number of seconds or a date.
///
/// Source: RFC 9110 §10.2.3.
package enum RetryAfter {
  /// Returns the delay that a header requests, relative to `now` and limited to 0 through `longest`; `nil` for an
  /// invalid header.
  package static func duration(_ text: String, from now: Date, atMost longest: Duration) -> Duration? {
    guard let seconds = Double(text) ?? WrittenDate.date(text).map({ max(0, $0.timeIntervalSince(now)) }), seconds >= 0
    else { return nil }
    return seconds < longest / .seconds(1) ? .seconds(seconds) : longest
  }
}
