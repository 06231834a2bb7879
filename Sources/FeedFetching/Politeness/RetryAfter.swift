package import Foundation

/// The `Retry-After` of an answer: seconds, or a date.
///
/// Source: RFC 9110 §10.2.3.
package enum RetryAfter {
  /// How long a host is left alone that gives no time, as NetNewsWire does it.
  package static let unsaid: Duration = .seconds(600)
  /// The longest that is believed.
  package static let longest: Duration = .seconds(7 * 86_400)

  /// The time a header asks for, counted from a moment, 0 to a week; `nil` where it cannot be read.
  package static func duration(_ text: String, from now: Date) -> Duration? {
    if let seconds = Double(text), seconds >= 0 {
      return .seconds(min(seconds, longest.seconds))
    }
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(secondsFromGMT: 0)
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    guard let date = format.date(from: text) else { return nil }
    return .seconds(min(max(0, date.timeIntervalSince(now)), longest.seconds))
  }
}
