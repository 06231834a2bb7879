package import struct Foundation.Date

/// The dates of HTTP headers in their three formats: `Sun, 06 Nov 1994 08:49:37 GMT`, `Sunday, 06-Nov-94 08:49:37 GMT`
/// and `Sun Nov  6 08:49:37 1994`.
///
/// Source: RFC 9110 §5.6.7.
package enum HTTPDate {
  private static let months = "Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec".split(separator: " ")

  /// Returns the date in a text; `nil` for any other text.
  package static func date(_ text: String) -> Date? {
    guard text.utf8.count <= 64 else { return nil }
    let words = text.split { $0 == " " || $0 == "," }
    let day = words.count == 4 ? words[1].split(separator: "-", omittingEmptySubsequences: false) : []
    switch words.count {
    case 6 where words[5] == "GMT": return date(words[3], words[2], words[1], words[4])
    case 5: return date(words[4], words[1], words[2], words[3])
    case 4 where words[3] == "GMT" && day.count == 3: return date(day[2], day[1], day[0], words[2])
    default: return nil
    }
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
