/// GitHub-flavored Markdown with untrusted texts.
package enum Markdown {
  /// Returns a text escaped for one line of Markdown. Entities also prevent mentions of users.
  ///
  /// Source: CommonMark 0.31, Backslash escapes.
  package static func escaped(_ text: String, withEntities: Bool = true) -> String {
    var escaped = ""
    for scalar in DisplayText.line(text).unicodeScalars {
      switch scalar {
      case "&" where withEntities: escaped += "&amp;"
      case "<" where withEntities: escaped += "&lt;"
      case ">" where withEntities: escaped += "&gt;"
      case "@" where withEntities: escaped += "&#64;"
      case "&", "<", ">", "\\", "`", "*", "_", "[", "]", "#", "|", "~":
        escaped += "\\"
        escaped.unicodeScalars.append(scalar)
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Returns a table with escaped cells. A head that begins with `>`, which is not shown, marks a column of numbers.
  package static func table(_ heads: [String], rows: [[String]]) -> String {
    let names = heads.map { $0.hasPrefix(">") ? String($0.dropFirst()) : $0 }
    let rules = heads.map { $0.hasPrefix(">") ? "--:" : "---" }
    let lines = [names.map { escaped($0) }, rules] + rows.map { $0.map { escaped($0) } }
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }
}
