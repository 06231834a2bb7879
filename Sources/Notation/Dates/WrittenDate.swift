package import struct Foundation.Date

/// Dates as feeds and HTTP headers write them: RFC 822, RFC 3339, RFC 9110 and common deviations.
package enum WrittenDate {
  /// Returns the date in a text, in UTC without a zone; `nil` if the text is not a date.
  ///
  /// Accepted are RFC 822 (with optional weekday, seconds and zone), ISO 8601 with optional parts, `asctime`,
  /// numeric dates, month names in a dozen languages, 12-hour clocks, and seconds or milliseconds since 1970.
  package static func date(_ text: String) -> Date? {
    let bytes = Array(text.utf8.prefix(128))[...].trimmed
    guard let first = bytes.first else { return nil }
    var calendar: CalendarDate?
    if first.isDigit {
      var reader = DateReader(bytes)
      calendar = reader.numericDate()
    }
    if calendar == nil {
      var reader = WordDateReader(bytes)
      calendar = reader.read()
    }
    return calendar?.seconds.map { Date(timeIntervalSince1970: $0) }
  }
}

struct CalendarDate {
  var year = 0
  var month = 1
  var day = 1
  var hour = 0
  var minute = 0
  var second = 0.0
  /// Seconds east of Greenwich.
  var offset = 0
  /// The seconds since 1970, if written in this form.
  var epochSeconds: Double?

  /// The seconds since 1970; `nil` for invalid dates and years before 1900, which faulty software writes.
  var seconds: Double? {
    if let epochSeconds { return epochSeconds }
    guard (1900...9999).contains(year), (1...12).contains(month), (1...Self.days(in: month, of: year)).contains(day),
      (0...24).contains(hour), (0...59).contains(minute), (0..<62).contains(second), hour < 24 || minute == 0,
      abs(offset) <= 15 * 3600
    else { return nil }
    // A leap second counts as the next second.
    return Double(Self.day(year, month, day) * 86400 + hour * 3600 + minute * 60 - offset) + second
  }

  static func days(in month: Int, of year: Int) -> Int {
    let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
    return month == 2 ? (isLeap ? 29 : 28) : [4, 6, 9, 11].contains(month) ? 30 : 31
  }

  /// Returns the days since 1970-01-01, with years that begin in March so that the leap day comes last.
  private static func day(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let year = month <= 2 ? year - 1 : year
    let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
    return year * 365 + year / 4 - year / 100 + year / 400 + dayOfYear - 719_468
  }

  /// Returns the year with its century; two digits up to 69 belong to this century, as in POSIX.
  static func fullYear(_ year: Int, digits: Int) -> Int { digits > 2 ? year : year + (year < 70 ? 2000 : 1900) }
}
