/// GitHub-flavoured Markdown of texts that come from anywhere.
package enum Markdown {
  /// Text that stays text: no markup, no mention, no new line.
  package static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in DisplayText.line(text).unicodeScalars {
      switch scalar {
      case "&": escaped += "&amp;"
      case "<": escaped += "&lt;"
      case ">": escaped += "&gt;"
      case "@": escaped += "&#64;"
      case "\\", "`", "*", "_", "[", "]", "#", "|", "~":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// A table; every cell stays text. Columns of numbers are those whose head begins with `>`, which is not shown.
  package static func table(_ heads: [String], rows: [[String]]) -> String {
    let names = heads.map { $0.hasPrefix(">") ? String($0.dropFirst()) : $0 }
    let rules = heads.map { $0.hasPrefix(">") ? "--:" : "---" }
    let lines = [names.map(escaped), rules] + rows.map { $0.map(escaped) }
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }
}
