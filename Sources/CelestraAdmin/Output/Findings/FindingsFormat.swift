import ArgumentParser

/// How findings are written: for people, for programs, and for the places that show them beside the code.
enum FindingsFormat: String, CaseIterable, Sendable {
  case text, concise, json, sarif, github, gitlab, junit, markdown
}

extension Report {
  /// The report in a format: the one place where formats of findings are told apart.
  func render(as format: FindingsFormat, _ style: Style) throws -> String {
    switch format {
    case .text: text(style)
    case .concise: findings.located.map { $0.line + "\n" }.joined()
    case .json: try Envelope(self).encoded()
    case .sarif: try SARIFLog(findings.located, rules: rules).encoded()
    case .github: WorkflowCommands(findings).text
    case .gitlab: try CodeQualityReport(findings.located).encoded()
    case .junit: JUnitDocument(findings, command: command, asOf: asOf).text
    case .markdown: MarkdownComment(findings, command: command).text
    }
  }
}

/// A format the user asked for, with the file it goes to: `sarif=out.sarif`.
struct FormatRequest: ExpressibleByArgument, Hashable {
  let format: FindingsFormat
  /// The file; `nil` for standard output.
  let file: String?

  static var allValueStrings: [String] { FindingsFormat.allCases.map(\.rawValue) }

  init?(argument: String) {
    let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
    guard let format = parts.first.flatMap(FindingsFormat.init(rawValue:)), parts.last != "" else { return nil }
    self.format = format
    file = parts.count > 1 ? parts.last : nil
  }

  /// A format on standard output.
  init(_ format: FindingsFormat) {
    self.format = format
    file = nil
  }
}
