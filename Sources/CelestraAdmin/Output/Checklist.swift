import CommandLineTool
import Diagnostics

/// The results of several checks.
struct Checklist: Report {
  let command = "doctor"
  let items: [Check]
  let summary: EncodableObject

  /// - Parameters:
  ///   - checks: They may quote what the user passed, so secrets are left out.
  ///   - subject: What was checked, for the summary.
  init(_ checks: [Check], of subject: [(String, String)] = []) {
    items = checks.map { Check($0.subject, $0.state, Secrets.redacted($0.text), $0.advice.map(Secrets.redacted)) }
    var members: [(String, EncodableObject.Value)] = subject.map { ($0.0, $0.1) }
    for state in [Check.State.works, .fails, .unknown] {
      members.append((state.rawValue, checks.count { $0.state == state }))
    }
    summary = EncodableObject(members)
  }

  /// 1 if a check fails.
  var exitStatus: ExitStatus { failures == 0 ? .done : .answerIsNo }

  private var failures: Int { items.count { $0.state == .fails } }

  func text(_ style: Style) -> String {
    items.map { line($0, style) }.joined()
      + (failures == 0
        ? "nothing is missing\n" : "\(failures.of("check")) failed; the lines after → help to fix them\n")
  }

  private func line(_ check: Check, _ style: Style) -> String {
    let width = max(7, items.map(\.subject.count).max() ?? 0)
    let (word, meaning): (String, Style.Meaning) =
      switch check.state {
      case .works: ("works  ", .good)
      case .fails: ("fails  ", .bad)
      case .unknown: ("unknown", .doubtful)
      }
    let padding = String(repeating: " ", count: width - check.subject.count)
    let advice = check.advice.map { String(repeating: " ", count: width + 11) + "→ \(DisplayText.line($0))\n" } ?? ""
    return style.mark(word, meaning) + "  \(check.subject)\(padding)  \(DisplayText.lines(check.text))\n" + advice
  }
}
