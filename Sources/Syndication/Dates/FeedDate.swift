import XML

package import struct Foundation.Date

/// The dates of feeds: RFC 822 and 3339, and what publishers write in their place.
package enum FeedDate {
  /// The moment that a text names, UTC where it names no zone; `nil` where it is no date.
  ///
  /// Read are RFC 822 (with or without weekday, seconds, zone), ISO 8601 down to the year, `asctime`, numeric dates with
  /// the year first, month names of a dozen languages, 12-hour clocks, and seconds or milliseconds since 1970.
  package static func parse(_ text: String) -> Date? {
    let bytes = ASCIIByte.trimmed(Array(text.utf8.prefix(128))[...])
    guard let first = bytes.first else { return nil }
    var calendar: CalendarDate?
    if ASCIIByte.isDigit(first) {
      var reader = NumericDateReader(bytes)
      calendar = reader.read()
    }
    if calendar == nil {
      var reader = WordDateReader(bytes)
      calendar = reader.read()
    }
    return calendar?.seconds.map { Date(timeIntervalSince1970: $0) }
  }
}

/// A date and time as it is written.
struct CalendarDate {
  var year = 0
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  var second = 0.0
  /// Seconds east of Greenwich.
  var offset = 0

  /// The seconds since 1970; `nil` where there is no such day or time, or it is long before there were feeds: broken
  /// software writes the years 0 and -1.
  var seconds: Double? {
    guard (1900...9999).contains(year), (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day),
      (0...24).contains(hour), (0...59).contains(minute), (0..<62).contains(second), hour < 24 || minute == 0,
      abs(offset) <= 15 * 3600
    else { return nil }
    // A leap second is the second after it.
    return Double(Self.day(year, month, day) * 86400 + hour * 3600 + minute * 60 - offset) + second
  }

  static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// The days from 1970-01-01, counted in years that begin in March so that the leap day comes last.
  private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  /// A year of two digits is of this century up to 69, as POSIX has it.
  static func fullYear(_ year: Int, digits: Int) -> Int { digits > 2 ? year : year + (year < 70 ? 2000 : 1900) }
}
