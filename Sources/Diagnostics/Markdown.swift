/// GitHub-flavoured Markdown of texts that come from anywhere.
package enum Markdown {
  /// Text that stays text: no markup, no new line; with entities no mention of a user either.
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

  /// A table; every cell stays text. Columns of numbers are those whose head begins with `>`, which is not shown.
  package static func table(_ heads: [String], rows: [[String]]) -> String {
    let names = heads.map { $0.hasPrefix(">") ? String($0.dropFirst()) : $0 }
    let rules = heads.map { $0.hasPrefix(">") ? "--:" : "---" }
    let lines = [names.map { escaped($0) }, rules] + rows.map { $0.map { escaped($0) } }
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }
}
