/// An evaluator of the Python expressions in listparser's test files: comparisons of paths, literals and lengths.
struct PythonExpression {
  /// A reason why an expression has no value.
  enum Failure: Error {
    case syntax
    case missing
  }

  private var rest: Substring
  private let result: PythonValue

  /// Whether an expression is true.
  static func holds(_ text: String, for result: PythonValue) throws(Failure) -> Bool {
    var expression = PythonExpression(rest: text[...], result: result)
    let value = try expression.comparison()
    guard expression.rest.allSatisfy(\.isWhitespace) else { throw .syntax }
    return value.isTrue
  }

  private mutating func comparison() throws(Failure) -> PythonValue {
    if take("not ") { return try comparison().isTrue ? .number(0) : .number(1) }
    let left = try operand()
    if take("==") || take("is ") { return left == (try operand()) ? .number(1) : .number(0) }
    if take("not in ") { return try operand().contains(left) ? .number(0) : .number(1) }
    if take("in ") { return try operand().contains(left) ? .number(1) : .number(0) }
    return left
  }

  private mutating func operand() throws(Failure) -> PythonValue {
    if take("result") { return try path() }
    if take("len(") {
      let value = try operand()
      guard take(")"), let count = value.count else { throw .syntax }
      return .number(count)
    }
    if take("False") { return .number(0) }
    if take("[") { return try items(until: "]") }
    if take("(") { return try items(until: ")") }
    for quote in ["'", "\""] where take(quote) {
      guard let end = rest.firstIndex(of: Character(quote)) else { throw .syntax }
      defer { rest = rest[rest.index(after: end)...] }
      return .text(String(rest[..<end]))
    }
    let digits = rest.prefix { $0.isNumber }
    guard let number = Int(digits) else { throw .syntax }
    rest = rest.dropFirst(digits.count)
    return .number(number)
  }

  private mutating func path() throws(Failure) -> PythonValue {
    var value = result
    while true {
      if take("[") {
        guard let next = value[try operand()], take("]") else { throw .missing }
        value = next
      } else if take(".get(") {
        let key = try operand()
        guard take(","), case let fallback = try operand(), take(")") else { throw .syntax }
        value = value[key] ?? fallback
      } else {
        return value
      }
    }
  }

  private mutating func items(until end: String) throws(Failure) -> PythonValue {
    var items: [PythonValue] = []
    while !take(end) {
      items.append(try operand())
      _ = take(",")
      if rest.isEmpty { throw .syntax }
    }
    return .list(items)
  }

  /// Consumes white space and then a text, if present.
  private mutating func take(_ text: String) -> Bool {
    let start = rest.drop { $0 == " " }
    guard start.hasPrefix(text) else { return false }
    rest = start.dropFirst(text.count).drop { $0 == " " }
    return true
  }
}
