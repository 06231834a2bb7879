import CloudKitWebServices

/// What was found out about a container.
struct ContainerCheckReport: Report {
  let command = "container check"
  let container: String
  let environment: ContainerAddress.Environment
  let checked: [ContainerCheck.Finding]

  /// The totals.
  struct Summary: Encodable {
    let container, environment: String
    let works, fails, unknown: Int
  }

  /// One thing that was looked at.
  struct Item: Encodable {
    let subject, state, text: String
    let advice: String?
  }

  var summary: Summary {
    func count(_ state: ContainerCheck.Finding.State) -> Int { checked.count { $0.state == state } }
    return Summary(
      container: container, environment: environment.rawValue, works: count(.works), fails: count(.fails),
      unknown: count(.unknown))
  }

  var items: [Item] {
    checked.map {
      Item(subject: $0.subject.rawValue, state: $0.state.rawValue, text: $0.text, advice: $0.advice)
    }
  }

  func text(_ style: Style) -> String {
    var text = ""
    for finding in checked {
      let (word, meaning): (String, Style.Meaning) =
        switch finding.state {
        case .works: ("works  ", .good)
        case .fails: ("fails  ", .bad)
        case .unknown: ("unknown", .doubtful)
        }
      let subject = finding.subject.rawValue
      text += style.mark(word, meaning) + "  " + subject + String(repeating: " ", count: 9 - subject.count)
      text += finding.text + "\n"
      if let advice = finding.advice { text += String(repeating: " ", count: 18) + "→ \(advice)\n" }
    }
    return text
  }
}
