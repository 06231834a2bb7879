/// A setting of a rule that a project can configure.
package struct RuleOption: Hashable, Sendable {
  package enum Value: Hashable, Sendable {
    /// 0 or more.
    case number(Int)
    /// Unique words, in any order.
    case words([String])
  }

  /// The key in a configuration file, in camel case.
  package let key: String
  /// What the option sets: lower case, without a full stop.
  package let summary: String
  package let standard: Value

  package init(_ key: String, _ summary: String, standard: Value) {
    self.key = key
    self.summary = summary
    self.standard = standard
  }

  /// Returns the words of the configured value or of the default; none if it is a number.
  package func words(in settings: [String: Value]) -> [String] {
    if case .words(let words) = settings[key] ?? standard { words } else { [] }
  }

  /// Returns the number of the configured value or of the default; 0 if it is words.
  package func number(in settings: [String: Value]) -> Int {
    if case .number(let number) = settings[key] ?? standard { number } else { 0 }
  }
}

extension RuleOption.Value: CustomStringConvertible {
  /// The number, or the words separated by commas.
  package var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .words(let words): words.joined(separator: ", ")
    }
  }
}
