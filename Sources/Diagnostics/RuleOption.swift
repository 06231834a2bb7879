/// Something of a rule that a project may set.
package struct RuleOption: Hashable, Sendable {
  /// What it can be set to.
  package enum Value: Hashable, Sendable {
    /// 0 or more.
    case number(Int)
    /// Words without repeats, in no order that matters.
    case words([String])
  }

  /// Its key in a configuration, camelCase.
  package let key: String
  /// What it sets, lower case, without a full stop.
  package let summary: String
  /// What holds where nobody sets it.
  package let standard: Value

  /// An option and what holds where nobody sets it.
  package init(_ key: String, _ summary: String, standard: Value) {
    self.key = key
    self.summary = summary
    self.standard = standard
  }

  /// What holds in a run, as words; a number is no words.
  package func words(in settings: [String: Value]) -> [String] {
    if case .words(let words) = settings[key] ?? standard { words } else { [] }
  }

  /// What holds in a run, as a number; words are 0.
  package func number(in settings: [String: Value]) -> Int {
    if case .number(let number) = settings[key] ?? standard { number } else { 0 }
  }
}

extension RuleOption.Value: CustomStringConvertible {
  /// The value on one line: a number, or words with commas between them.
  package var description: String {
    switch self {
    case .number(let number): "\(number)"
    case .words(let words): words.joined(separator: ", ")
    }
  }
}
