/// GitHub-flavored Markdown of untrusted text.
enum Markdown {
  /// Returns text without markup, mentions, or line breaks.
  static func escaped(_ text: String) -> String {
    var escaped = ""
    for scalar in OneLine.text(text).unicodeScalars {
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

  /// Returns a table with escaped cells. A leading `>` in a heading, which is not shown, right-aligns the column.
  static func table(_ heads: [String], rows: [[String]]) -> String {
    let names = heads.map { $0.hasPrefix(">") ? String($0.dropFirst()) : $0 }
    let rules = heads.map { $0.hasPrefix(">") ? "--:" : "---" }
    let lines = [names.map(escaped), rules] + rows.map { $0.map(escaped) }
    return lines.map { "| " + $0.joined(separator: " | ") + " |\n" }.joined()
  }
}
