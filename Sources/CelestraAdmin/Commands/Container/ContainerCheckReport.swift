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
