package import struct Foundation.Date

/// The dates of HTTP headers in their three formats: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`
/// and `Sun Nov  6 08:49:37 1994`. The first may lack its weekday or name UTC otherwise, as in RFC 822.
///
/// Source: RFC 9110 §5.6.7.
package enum HTTPDate {
  private static let months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ")
  private static let zones: Set<Substring> = ["GMT", "UTC", "UT", "Z", "+0000", "-0000"]

  /// Returns the date in a text; `nil` for any other text.
  package static func date(_ text: String) -> Date? {
    guard text.utf8.count <= 64 else { return nil }
    var words = text.split { $0 == " " || $0 == "," }
    guard let zone = words.popLast() else { return nil }
    guard zones.contains(zone) else {
      return words.count == 4 ? date(zone, words[1], words[2], words[3]) : nil
    }
    if words.first?.first?.isLetter == true { words.removeFirst() }
    let parts = words.flatMap { $0.split(separator: "-", omittingEmptySubsequences: false) }
    return parts.count == 4 ? date(parts[2], parts[1], parts[0], parts[3]) : nil
  }

  private static func date(_ year: Substring, _ month: Substring, _ day: Substring, _ time: Substring) -> Date? {
    let clock = time.split(separator: ":", omittingEmptySubsequences: false).compactMap(number)
    guard let month = months.firstIndex(of: month), let day = number(day), var year = Int(year), clock.count == 3,
      (1...31).contains(day), (0...9999).contains(year), clock[0] < 24, clock[1] < 60, clock[2] <= 60
    else { return nil }
    // A two-digit year is between 1970 and 2069.
    if year < 100 { year += year < 70 ? 2000 : 1900 }
    // Count days since 1970 in years that begin in March, so that the leap day comes last.
    let march = month < 2 ? year - 1 : year
    let days = march * 365 + march / 4 - march / 100 + march / 400 + (153 * ((month + 10) % 12) + 2) / 5 + day - 719_469
    return Date(timeIntervalSince1970: Double(days * 86_400 + clock[0] * 3600 + clock[1] * 60 + clock[2]))
  }

  private static func number(_ text: Substring) -> Int? {
    text.utf8.count <= 2 && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(text) : nil
  }
}
