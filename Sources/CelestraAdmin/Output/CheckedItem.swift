import Diagnostics

/// The result of one check of a container, a machine, or a configuration.
struct CheckedItem: Encodable, Equatable {
  enum State: String, Encodable {
    case works, fails, unknown
  }

  /// The checked aspect in one word.
  let subject: String
  let state: State
  let text: String
  /// How to fix a failure; `nil` if nothing is to be done.
  var advice: String?

  init(_ subject: String, _ state: State, _ text: String, _ advice: String? = nil) {
    self.subject = subject
    self.state = state
    self.text = Secrets.redacted(text)
    self.advice = advice.map(Secrets.redacted)
  }
}

extension [CheckedItem] {
  /// Returns the number of results with an outcome.
  func count(_ state: CheckedItem.State) -> Int { count { $0.state == state } }

  /// Returns one line per result, and one more for its advice.
  func text(_ style: Style) -> String {
    let width = Swift.max(7, map(\.subject.count).max() ?? 0)
    return map { item in
      let (word, meaning): (String, Style.Meaning) =
        switch item.state {
        case .works: ("works  ", .good)
        case .fails: ("fails  ", .bad)
        case .unknown: ("unknown", .doubtful)
        }
      let padding = String(repeating: " ", count: width - item.subject.count)
      let advice = item.advice.map { String(repeating: " ", count: width + 11) + "→ \(DisplayText.line($0))\n" } ?? ""
      return style.mark(word, meaning) + "  \(item.subject)\(padding)  \(DisplayText.lines(item.text))\n" + advice
    }.joined()
  }
}
