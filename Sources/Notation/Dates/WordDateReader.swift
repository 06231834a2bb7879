/// A reader of dates with month names in any order, and of numeric dates with day, month and year.
struct WordDateReader {
  private var rest: ArraySlice<UInt8>

  /// The marks before an afternoon time in Korean, Chinese and Japanese.
  private static let afternoon: Set<String> = ["오후", "下午", "午後"]

  init(_ bytes: ArraySlice<UInt8>) { rest = bytes }

  mutating func read() -> CalendarDate? {
    var date = CalendarDate()
    var month: Int?
    var numbers: [(value: Int, digits: Int)] = []
    var hasTime = false
    var isAfternoon = false
    while let token = next() {
      switch token {
      case .number(let value, let digits): numbers.append((value, digits))
      case .time(let bytes):
        var time = DateReader(bytes)
        guard time.time(into: &date) else { return nil }
        hasTime = true
      case .word(let word):
        if word.first.map({ $0 >= 0x80 }) == true {
          isAfternoon = isAfternoon || Self.afternoon.contains(String(decoding: word, as: UTF8.self))
        }
        month = month ?? MonthName.month(word)
      }
      if numbers.count > 3 { return nil }
      // The time includes everything after it, except the year of asctime.
      if hasTime, numbers.count == 2 || month == nil { break }
    }
    guard assign(numbers, month: month, in: &date) else { return nil }
    if isAfternoon, date.hour < 12 { date.hour += 12 }
    return date
  }

  private func assign(_ numbers: [(value: Int, digits: Int)], month: Int?, in date: inout CalendarDate) -> Bool {
    if let month {
      guard numbers.count >= 2 else { return false }
      date.month = month
      let isYearFirst = numbers[0].digits == 4
      let year = numbers[isYearFirst ? 0 : 1]
      guard year.digits <= 4 else { return false }
      date.year = CalendarDate.fullYear(year.value, digits: year.digits)
      date.day = numbers[isYearFirst ? 1 : 0].value
      return true
    }
    guard numbers.count == 3 else { return false }
    if numbers[0].digits == 4 {
      (date.year, date.month, date.day) = (numbers[0].value, numbers[1].value, numbers[2].value)
      return true
    }
    guard numbers[2].digits == 4 else { return false }
    // 12/31/2003 is American; if ambiguous, the day comes first.
    let isAmerican = numbers[1].value > 12
    date.day = numbers[isAmerican ? 1 : 0].value
    date.month = numbers[isAmerican ? 0 : 1].value
    date.year = numbers[2].value
    return true
  }

  private enum Token {
    case number(Int, digits: Int)
    /// The time and everything after it.
    case time(ArraySlice<UInt8>)
    case word(ArraySlice<UInt8>)
  }

  private mutating func next() -> Token? {
    while let first = rest.first {
      if first.isDigit {
        let digits = rest.prefix(while: \.isDigit)
        let following = rest[digits.endIndex...]
        if following.first == UInt8(ascii: ":") { return time() }
        rest = following
        guard digits.count <= 4 else { return nil }
        return .number(digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }, digits: digits.count)
      }
      if first.isLetter || first >= 0x80 {
        let word = rest.prefix { $0.isLetter || $0 >= 0x80 }
        rest = rest[word.endIndex...]
        return .word(word)
      }
      rest = rest.dropFirst()
    }
    return nil
  }

  /// Reads the time with its zone; for asctime, without the year after it.
  private mutating func time() -> Token {
    let clock = rest.prefix { $0.isDigit || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: ".") }
    let following = rest[clock.endIndex...]
    let (before, year) = (following.dropLast(4), following.suffix(4))
    if year.allSatisfy(\.isDigit), before.last.map(\.isSpace) == true {
      let zone = before.split(maxSplits: 1, whereSeparator: \.isSpace).first ?? []
      rest = year
      return .time((Array(clock) + [0x20] + zone)[...])
    }
    defer { rest = [] }
    return .time(rest)
  }
}
