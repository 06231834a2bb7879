import CloudKitRecords
import Foundation

/// The date form of HTTP headers (RFC 9110, 5.6.7): `Sat, 21 Nov 2026 10:00:00 GMT`.
enum HTTPDate {
  private static let months = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  /// The moment; `nil` for any other text, the two obsolete forms included.
  static func parse(_ text: String) -> Date? {
    let parts = text.split(separator: " ", maxSplits: 6)
    guard parts.count == 6, parts[5] == "GMT", let month = months.firstIndex(of: String(parts[2])) else { return nil }
    let number = month + 1 < 10 ? "0\(month + 1)" : "\(month + 1)"
    return Timestamp(iso8601: "\(parts[3])-\(number)-\(parts[1])T\(parts[4])Z")?.date
  }
}
