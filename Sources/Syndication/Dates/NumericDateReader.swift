import XML

/// Reads dates that are written in numbers, the year first, and seconds since 1970.
struct NumericDateReader {
  private let bytes: ArraySlice<UInt8>
  private var index: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  mutating func read() -> CalendarDate? {
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
    case 9...10 where index == bytes.endIndex: return moment(Double(first))
    case 12...13 where index == bytes.endIndex: return moment(Double(first) / 1000)
    default: return nil
    }
    var time = TimeReader(bytes[index...])
    return time.read(into: &date) ? date : nil
  }

  private var isAtTimeOrEnd: Bool {
    index == bytes.endIndex || ASCIIByte.isSpace(bytes[index]) || ASCIIByte.lowercased(bytes[index]) == 0x74
  }

  /// What follows the year: month and day, the day of the year, or nothing.
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

  private func moment(_ seconds: Double) -> CalendarDate {
    var date = CalendarDate()
    date.year = 1970
    let days = Int(seconds / 86400)
    date.hour = 0
    var left = days
    while left >= (CalendarDate.days(in: 2, of: date.year) + 337) {
      left -= CalendarDate.days(in: 2, of: date.year) + 337
      date.year += 1
    }
    while left >= CalendarDate.days(in: date.month, of: date.year) {
      left -= CalendarDate.days(in: date.month, of: date.year)
      date.month += 1
    }
    date.day = left + 1
    let time = seconds - Double(days) * 86400
    date.hour = Int(time) / 3600
    date.minute = Int(time) / 60 % 60
    date.second = time - Double(date.hour * 3600 + date.minute * 60)
    return date
  }

  /// The digits at the index, at most fourteen.
  private mutating func number() -> (value: Int, digits: Int)? {
    let start = index
    var value = 0
    while index < bytes.endIndex, ASCIIByte.isDigit(bytes[index]), index - start < 14 {
      value = value * 10 + Int(bytes[index] - 0x30)
      index += 1
    }
    return index > start ? (value, index - start) : nil
  }
}
