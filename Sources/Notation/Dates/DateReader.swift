/// A reader of the numbers in a date, and of an optional time of day and time zone after it.
struct DateReader {
  let bytes: ArraySlice<UInt8>
  var index: Int

  init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  /// Reads the time into a date; returns `false` for other text.
  mutating func time(into date: inout CalendarDate) -> Bool {
    skipSeparators()
    guard index < bytes.endIndex else { return true }
    let hasClock = bytes[index].isDigit
    if hasClock {
      guard clock(into: &date) else { return false }
      skipSpace()
      halfDay(&date)
      skipSpace()
    }
    guard index < bytes.endIndex else { return true }
    if let offset = ZoneOffset.seconds(bytes[index...]) {
      date.offset = offset
      return true
    }
    // An unknown zone means UTC (RFC 2822, section 4.3).
    return hasClock && bytes[index].isLetter
  }

  private mutating func clock(into date: inout CalendarDate) -> Bool {
    guard let (hour, digits) = number() else { return false }
    if digits == 4 || digits == 6 {
      date.hour = digits == 4 ? hour / 100 : hour / 10_000
      date.minute = digits == 4 ? hour % 100 : hour / 100 % 100
      date.second = digits == 4 ? 0 : Double(hour % 100)
      return true
    }
    guard digits <= 2 else { return false }
    date.hour = hour
    guard separator(), let (minute, _) = number() else { return index == bytes.endIndex || isAtWord }
    date.minute = minute
    guard separator(), let (second, _) = number() else { return true }
    date.second = Double(second)
    if index < bytes.endIndex, bytes[index] == UInt8(ascii: ".") || bytes[index] == UInt8(ascii: ",") {
      index += 1
      if let (fraction, digits) = number() {
        date.second += (0..<min(digits, 15)).reduce(Double(fraction)) { value, _ in value / 10 }
      }
    }
    return true
  }

  private var isAtWord: Bool { bytes[index].isSpace || bytes[index].isLetter }

  private mutating func separator() -> Bool {
    guard index < bytes.endIndex, bytes[index] == UInt8(ascii: ":") else { return false }
    index += 1
    return true
  }

  /// Reads `AM` and `PM`.
  private mutating func halfDay(_ date: inout CalendarDate) {
    guard index < bytes.endIndex, "aApP".utf8.contains(bytes[index]) else { return }
    let text = bytes[index...].prefix(4).lowercasedString
    guard let length = ["a.m.", "p.m.", "am", "pm"].first(where: text.hasPrefix)?.count else { return }
    index += length
    if date.hour == 12 { date.hour = 0 }
    if text.hasPrefix("p") { date.hour += 12 }
  }

  /// Skips white space, commas, and the `T` of ISO 8601 before a digit, also with white space around it.
  private mutating func skipSeparators() {
    while index < bytes.endIndex {
      let byte = bytes[index]
      let isMark =
        byte.lowercased == UInt8(ascii: "t")
        && bytes[(index + 1)...].first { !$0.isSpace }.map(\.isDigit) == true
      guard byte.isSpace || byte == UInt8(ascii: ",") || isMark else { return }
      index += 1
    }
  }

  private mutating func skipSpace() {
    while index < bytes.endIndex, bytes[index].isSpace { index += 1 }
  }

  /// Reads digits, of which at most 15 count for the value.
  mutating func number() -> (value: Int, digits: Int)? {
    let digits = bytes[index...].prefix(while: \.isDigit)
    index = digits.endIndex
    return digits.isEmpty ? nil : (digits.prefix(15).reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits.count)
  }
}
