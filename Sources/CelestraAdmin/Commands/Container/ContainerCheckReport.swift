import CloudKitWebServices

/// The results of checking a container.
struct ContainerCheckReport: Report {
  let command = "container check"
  let container: String
  let environment: ContainerAddress.Environment
  let checked: [ContainerCheck.Finding]

  var summary: EncodableObject {
    func count(_ state: ContainerCheck.Finding.State) -> Int { checked.count { $0.state == state } }
    return [
      "container": container, "environment": environment.rawValue, "works": count(.works), "fails": count(.fails),
      "unknown": count(.unknown),
    ]
  }

  var items: [EncodableObject] {
    checked.map {
      ["subject": $0.subject.rawValue, "state": $0.state.rawValue, "text": $0.text, "advice": $0.advice]
    }
  }

  func text(_ style: Style) -> String {
    checked.map { CheckLine.text($0.subject.rawValue, width: 9, $0.state, $0.text, $0.advice, style) }.joined()
  }
}

/// The text of one check.
enum CheckLine {
  /// Returns the state, the subject in a column, the result, and the advice on a line of its own.
  static func text(
    _ subject: String, width: Int, _ state: ContainerCheck.Finding.State, _ text: String, _ advice: String?,
    _ style: Style
  ) -> String {
    let (word, meaning): (String, Style.Meaning) =
      switch state {
      case .works: ("works  ", .good)
      case .fails: ("fails  ", .bad)
      case .unknown: ("unknown", .doubtful)
      }
    let padding = String(repeating: " ", count: max(1, width - subject.count))
    let line = "\(style.mark(word, meaning))  \(subject)\(padding)\(text)\n"
    return advice.map { line + String(repeating: " ", count: 9 + width) + "→ \($0)\n" } ?? line
  }
}
