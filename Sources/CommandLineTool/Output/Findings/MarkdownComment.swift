import Diagnostics

/// Findings as Markdown for a pull request comment or a job summary; empty without findings.
package enum MarkdownComment {
  /// Maximum length. GitHub rejects comments of more than 65,536 characters.
  private static let maximumLength = 60_000

  /// Returns the text. Its first line, an HTML comment, lets a later run find the comment to replace.
  package static func text(_ findings: Findings, command: String) -> String {
    guard !findings.diagnostics.isEmpty || findings.hidden > 0 else { return "" }
    var text = "<!-- \(Program.current.name) \(command) -->\n### `\(command)`: \(findings.counts)\n\n"
    text += "| | place | finding | rule |\n|---|---|---|---|\n"
    let located = findings.located.mostSevereFirst
    var remaining = located.count
    // Reserves space for the closing lines.
    var room = maximumLength - text.utf8.count - 100
    for finding in located {
      let row = Self.row(finding)
      room -= row.utf8.count
      if room < 0 { break }
      text += row
      remaining -= 1
    }
    if remaining > 0 { text += "\n\(remaining) more not shown; `--format json` lists all.\n" }
    if findings.hidden > 0 { text += "\n\(findings.hidden) more hidden by `--limit`.\n" }
    return text
  }

  /// Returns the lines that fit into a comment, each with its line end.
  package static func joined(_ lines: [String]) -> String {
    var room = maximumLength
    let shown = lines.prefix {
      room -= $0.utf8.count + 1
      return room >= 0
    }
    let remaining = lines.count - shown.count
    return shown.map { $0 + "\n" }.joined()
      + (remaining > 0 ? "\n\(remaining) more lines not shown; `--format json` lists all.\n" : "")
  }

  private static func row(_ finding: LocatedFinding) -> String {
    let diagnostic = finding.diagnostic
    let help = diagnostic.help.map { "<br>" + Markdown.escaped($0) } ?? ""
    return
      "| \(diagnostic.severity.rawValue) | \(Markdown.escaped(finding.place)) | \(Markdown.escaped(finding.message))\(help) "
      + "| \(Markdown.escaped(diagnostic.rule)) |\n"
  }
}
