extension DateReader {
  /// Reads a numeric date with the year first, or seconds since 1970.
  mutating func numericDate() -> CalendarDate? {
    var date = CalendarDate()
    guard let (first, digits) = number() else { return nil }
    switch digits {
    case 4:
      date.year = first
      guard rest(of: &date) else { return nil }
    case 8 where isAtTimeOrEnd:
      date.year = first / 10_000
      date.month = first / 100 % 100
      date.day = first % 100
    case 14 where index == bytes.endIndex:
      date.year = first / 10_000_000_000
      date.month = first / 100_000_000 % 100
      date.day = first / 1_000_000 % 100
      date.hour = first / 10_000 % 100
      date.minute = first / 100 % 100
      date.second = Double(first % 100)
    case 9...10 where index == bytes.endIndex: date.epochSeconds = Double(first)
    case 12...13 where index == bytes.endIndex: date.epochSeconds = Double(first) / 1000
    default: return nil
    }
    return time(into: &date) ? date : nil
  }

  private var isAtTimeOrEnd: Bool {
    index == bytes.endIndex || bytes[index].isSpace || bytes[index].lowercased == 0x74
  }

  /// Reads the month and day, the day of the year, or nothing.
  private mutating func rest(of date: inout CalendarDate) -> Bool {
    guard index < bytes.endIndex else { return true }
    let separator = bytes[index]
    guard [UInt8(ascii: "-"), UInt8(ascii: "/"), UInt8(ascii: "."), UInt8(ascii: ":")].contains(separator) else {
      return isAtTimeOrEnd
    }
    index += 1
    guard let (second, digits) = number() else { return false }
    if digits == 3 {
      guard (1...366).contains(second) else { return false }
      var left = second
      while left > CalendarDate.days(in: date.month, of: date.year) {
        left -= CalendarDate.days(in: date.month, of: date.year)
        date.month += 1
        if date.month > 12 { return false }
      }
      date.day = left
      return true
    }
    date.month = second
    guard index < bytes.endIndex, bytes[index] == separator else { return isAtTimeOrEnd }
    index += 1
    guard let (day, _) = number() else { return false }
    date.day = day
    return true
  }
}
