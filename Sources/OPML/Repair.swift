import Diagnostics

/// A repair of a mistake.
enum Repair {
  /// A bare `&`.
  case ampersand
  /// An HTML entity name, with its character.
  case entity(String, Unicode.Scalar)
  /// A `<` that does not begin a tag.
  case lessThan
  /// A duplicate attribute.
  case attribute
  /// A quote inside a value.
  case quote
  /// A value without a closing quote.
  case unclosedValue
  /// An invalid byte or disallowed character.
  case character

  fileprivate var texts: (rule: String, message: String, help: String) {
    switch self {
    case .ampersand: ("repaired-ampersand", "bare '&', read as '&amp;'", "escape '&' as '&amp;'")
    case .entity(let name, let character):
      (
        "repaired-entity",
        "'&\(name);' is not defined in XML; read as U+\(Self.hexadecimal(character))", "write the character itself"
      )
    case .lessThan: ("repaired-less-than", "'<' does not begin a tag; read as '&lt;'", "escape '<' as '&lt;'")
    case .attribute:
      ("repaired-attribute", "duplicate attribute; the first one is read", "remove one of them")
    case .quote:
      ("repaired-quote", "unescaped quote in a value; read as part of the value", "escape it as '&quot;' or '&apos;'")
    case .unclosedValue:
      ("repaired-quote", "missing closing quote; the value is read to the end of its tag", "add the closing quote")
    case .character:
      (
        "repaired-character", "byte or character that XML does not allow; read as U+FFFD",
        "remove it, or declare the correct encoding"
      )
    }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

struct RepairLog {
  /// Maximum number of listed repairs, which bounds memory.
  private static let maximumListed = 100_000

  private var repairs: [(repair: Repair, range: SourceRange)] = []
  private var count = 0

  /// Adds a repair of a range, which is empty for an insertion.
  mutating func add(_ repair: Repair, _ range: Range<Int>) {
    count += 1
    if repairs.count < Self.maximumListed { repairs.append((repair, SourceRange(range.lowerBound, range.upperBound))) }
  }

  /// Returns the diagnostics about all repairs.
  func diagnostics(in file: String) -> [Diagnostic] {
    let notes = repairs.map { repair, range in
      let (rule, message, help) = repair.texts
      return Diagnostic(.warning, rule: rule, message, file: file, range: range, help: help)
    }
    guard count > repairs.count else { return notes }
    let more = Diagnostic(
      .warning, rule: "repairs", "\(count - repairs.count) more repairs are not listed", file: file,
      help: "export the list again")
    return notes + [more]
  }
}
