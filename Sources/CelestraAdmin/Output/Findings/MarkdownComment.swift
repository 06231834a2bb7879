import Diagnostics

/// Findings as Markdown for a comment on a pull request or the summary of a step; nothing where nothing was found.
struct MarkdownComment {
  /// A comment on GitHub has room for 65,536 characters; the answer beyond is an error, not a shorter comment.
  private static let room = 60_000

  private let findings: Findings
  private let command: String

  /// The comment on some findings.
  init(_ findings: Findings, command: String) {
    self.findings = findings
    self.command = command
  }

  /// The text; its first line is not shown and tells a later run which comment to replace.
  var text: String {
    guard !findings.diagnostics.isEmpty || findings.hidden > 0 else { return "" }
    var text = "<!-- celestra-admin \(command) -->\n### `\(command)`: \(findings.counts)\n\n"
    text += "| | place | finding | rule |\n|---|---|---|---|\n"
    let located = findings.located.mostSevereFirst
    var left = located.count
    // Room for the last line and its number.
    var room = Self.room - text.utf8.count - 100
    for finding in located {
      let row = Self.row(finding)
      room -= row.utf8.count
      if room < 0 { break }
      text += row
      left -= 1
    }
    if left > 0 { text += "\n\(left) more are not shown; `--format json` has them all.\n" }
    if findings.hidden > 0 { text += "\n\(findings.hidden) more are hidden by `--max-findings`.\n" }
    return text
  }

  private static func row(_ finding: LocatedFinding) -> String {
    let diagnostic = finding.diagnostic
    let help = diagnostic.help.map { "<br>" + Markdown.escaped($0) } ?? ""
    return
      "| \(diagnostic.severity.rawValue) | \(Markdown.escaped(finding.place)) | \(Markdown.escaped(finding.message))\(help) "
      + "| \(Markdown.escaped(diagnostic.rule)) |\n"
  }
}
