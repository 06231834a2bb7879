import Diagnostics

/// A way to read a mistake, as if the text were well-formed.
struct Repair: Hashable, Sendable {
  /// What was wrong, and what was made of it.
  enum Kind: Hashable, Sendable {
    /// `&` that begins no reference.
    case ampersand
    /// A name of HTML, and its character.
    case entity(String, Unicode.Scalar)
    /// `<` that begins no tag.
    case lessThan
    /// An attribute the tag has already.
    case attribute
    /// The quote of a value inside it.
    case quote
    /// A value without a quote at its end.
    case openValue
    /// A byte that is not UTF-8, or a character that XML does not allow.
    case character
  }

  let kind: Kind
  /// The bytes that were changed; empty where something was put in.
  let range: SourceRange

  /// The note about it.
  func diagnostic(in file: String) -> Diagnostic {
    let (rule, message, help) = texts
    return Diagnostic(.warning, rule: rule, message, file: file, range: range, help: help)
  }

  private var texts: (rule: String, message: String, help: String) {
    switch kind {
    case .ampersand: ("repaired-ampersand", "'&' stands alone; it is read as '&amp;'", "escape '&' as '&amp;'")
    case .entity(let name, let character):
      (
        "repaired-entity",
        "XML does not know '&\(name);'; it is read as U+\(Self.hexadecimal(character))", "write the character itself"
      )
    case .lessThan: ("repaired-less-than", "'<' begins no tag; it is read as '&lt;'", "escape '<' as '&lt;'")
    case .attribute:
      ("repaired-attribute", "the same attribute twice in one tag; the first is read", "remove one of them")
    case .quote:
      ("repaired-quote", "a quote inside a value; it is read as part of it", "escape it as '&quot;' or '&apos;'")
    case .openValue:
      ("repaired-quote", "a value without a closing quote; it is read to the end of its tag", "close the quotes")
    case .character:
      (
        "repaired-character", "a byte or character that XML does not allow; it is read as U+FFFD",
        "remove it, or declare the right encoding"
      )
    }
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

/// The repairs of a text.
struct RepairLog {
  /// Repairs that are kept one by one: a text with more is noise, and would cost a hundred times its size.
  private static let maximumKept = 100_000

  private var repairs: [Repair] = []
  private var count = 0

  /// Adds a repair.
  mutating func add(_ repair: Repair) {
    count += 1
    if repairs.count < Self.maximumKept { repairs.append(repair) }
  }

  /// The notes about them.
  func diagnostics(in file: String) -> [Diagnostic] {
    let notes = repairs.map { $0.diagnostic(in: file) }
    guard count > repairs.count else { return notes }
    let more = Diagnostic(
      .warning, rule: "repairs", "\(count - repairs.count) more repairs are not listed", file: file,
      help: "export the list again")
    return notes + [more]
  }
}
