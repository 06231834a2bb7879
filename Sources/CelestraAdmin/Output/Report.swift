import CloudKitRecords
import Diagnostics

/// What a command found or did, before any format is chosen.
protocol Report {
  associatedtype Summary: Encodable
  associatedtype Item: Encodable

  /// The command's words, such as `schema diff`.
  var command: String { get }
  /// The time the report is for; `nil` where time does not matter.
  var asOf: Timestamp? { get }
  /// The totals.
  var summary: Summary { get }
  /// The single results.
  var items: [Item] { get }
  /// The findings in the user's files.
  var findings: Findings { get }
  /// The rules that were checked, for the formats that carry a catalogue.
  var rules: [RuleDocumentation] { get }
  /// The report for people, with a final newline; empty where there is nothing to say.
  func text(_ style: Style) -> String
  /// The report as GitHub-flavoured Markdown; the findings unless a report says more.
  func markdown() -> String
  /// The items as comma-separated values with a header (RFC 4180), for the commands that offer it.
  func csv() -> String?
  /// The report as one self-contained page, for the commands that offer it.
  func html() throws -> String?
  /// The report as JUnit XML; the findings unless a report says more.
  func junit() -> String
  /// The totals in the Prometheus text format, for the commands that offer it.
  func prometheus() -> String?
  /// The report as a Mermaid diagram, for the commands that offer it.
  func mermaid() -> String?
}

extension Report {
  var asOf: Timestamp? { nil }
  var findings: Findings { Findings() }
  var rules: [RuleDocumentation] { [] }
  func markdown() -> String { MarkdownComment(findings, command: command).text }
  func csv() -> String? { nil }
  func html() throws -> String? { nil }
  func junit() -> String { JUnitDocument(findings, command: command, asOf: asOf).text }
  func prometheus() -> String? { nil }
  func mermaid() -> String? { nil }
}
