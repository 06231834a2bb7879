import CloudKitRecords
import Diagnostics

/// The results of a command, independent of the output format.
protocol Report {
  associatedtype Summary: Encodable
  associatedtype Item: Encodable

  /// The name of the command, such as `schema diff`.
  var command: String { get }
  /// The date of the report; `nil` if the results do not depend on time.
  var asOf: Timestamp? { get }
  /// The totals.
  var summary: Summary { get }
  /// The individual results.
  var items: [Item] { get }
  /// The findings in the user's files.
  var findings: Findings { get }
  /// What the formats of code review services show at places; by default the findings.
  var annotations: Findings { get }
  /// The checked rules, for formats that list them.
  var rules: [RuleDocumentation] { get }
  /// Returns the report as text with a final newline; empty if there is nothing to report.
  func text(_ style: Style) -> String
  /// Returns the report as one line per result; by default the annotations.
  func concise() -> String
  /// Returns the report as GitHub-flavored Markdown; by default the findings.
  func markdown() -> String
  /// Returns the items as comma-separated values with a header (RFC 4180), if supported.
  func csv() -> String?
  /// Returns the items as JSON Lines, if supported.
  func jsonl() -> String?
  /// Returns the report as a self-contained HTML page, if supported.
  func html() throws -> String?
  /// Returns the report as JUnit XML; by default the findings.
  func junit() -> String
  /// Returns the totals in the Prometheus text format, if supported.
  func prometheus() -> String?
  /// Returns the report as a Mermaid diagram, if supported.
  func mermaid() -> String?
}

extension Report {
  var asOf: Timestamp? { nil }
  var findings: Findings { Findings() }
  var annotations: Findings { findings }
  var rules: [RuleDocumentation] { [] }
  func concise() -> String { annotations.located.map { $0.line + "\n" }.joined() }
  func markdown() -> String { MarkdownComment(findings, command: command).text }
  func csv() -> String? { nil }
  func jsonl() -> String? { nil }
  func html() throws -> String? { nil }
  func junit() -> String { JUnitDocument(findings, command: command, asOf: asOf).text }
  func prometheus() -> String? { nil }
  func mermaid() -> String? { nil }
}
