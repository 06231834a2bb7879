import Diagnostics
import Foundation

/// Findings as annotations in GitHub Actions.
///
/// Source: GitHub Docs, "Workflow commands for GitHub Actions"; a step shows ten annotations per level and drops the
/// rest silently (actions/toolkit, docs/problem-matchers.md).
enum WorkflowCommands {
  private static let limit = 10

  /// Returns the commands, most severe first, followed by the number of further findings and the counts.
  static func text(_ findings: Findings) -> String {
    let located = findings.located
    var text = ""
    for severity in Diagnostic.Severity.allCases.reversed() {
      let shown = located.filter { $0.diagnostic.severity == severity }.prefix(limit)
      text += shown.map { command($0) + "\n" }.joined()
      let hidden = findings.count(severity) - shown.count
      if hidden > 0 { text += "\(hidden) more of level \(severity.rawValue); --format json lists all\n" }
    }
    return text + (findings.counts.isEmpty ? "" : findings.counts + "\n")
  }

  private static func command(_ finding: LocatedFinding) -> String {
    let diagnostic = finding.diagnostic
    let level =
      switch diagnostic.severity {
      case .error: "error"
      case .warning: "warning"
      case .info: "notice"
      }
    var properties = ["file=\(property(finding.checkoutPath))"]
    if let start = finding.start, let end = finding.end {
      properties += ["line=\(start.line)", "col=\(start.column)", "endLine=\(end.line)"]
      // GitHub accepts columns only for findings on a single line.
      if end.line == start.line { properties.append("endColumn=\(end.column)") }
    }
    properties.append("title=\(property(diagnostic.rule))")
    let message = finding.message + (diagnostic.help.map { "\n\($0)" } ?? "")
    return "::\(level) \(properties.joined(separator: ","))::\(data(message))"
  }

  private static func data(_ text: String) -> String { escaped(DisplayText.lines(text), "%\n") }

  private static func property(_ text: String) -> String { escaped(DisplayText.lines(text), "%\n:,") }

  /// Returns a text with some ASCII characters percent-encoded.
  ///
  /// Source: actions/toolkit, command.ts.
  private static func escaped(_ text: String, _ special: String) -> String {
    text.unicodeScalars.map {
      special.unicodeScalars.contains($0)
        ? "%\($0.value < 16 ? "0" : "")\(String($0.value, radix: 16, uppercase: true))" : "\($0)"
    }
    .joined()
  }
}
