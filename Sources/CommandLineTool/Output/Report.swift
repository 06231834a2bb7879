package import CloudKitRecords
package import Diagnostics

/// The results of a command, independent of the output format.
package protocol Report {
  associatedtype Summary: Encodable
  associatedtype Item: Encodable

  /// The name of the command, such as `schema diff`.
  var command: String { get }
  /// The date of the report; `nil` if the results do not depend on time.
  var asOf: Timestamp? { get }
  var summary: Summary { get }
  var items: [Item] { get }
  var findings: Findings { get }
  /// What the formats of code review services show at places; by default the findings.
  var annotations: Findings { get }
  /// The checked rules, for formats that list them.
  var rules: [Rule] { get }
  /// Returns the report as text with a final newline; empty if there is nothing to report.
  func text(_ style: Style) -> String
  /// Returns the report as GitHub-flavored Markdown; by default the findings.
  func markdown() -> String
}

/// The results of a run that a scheduler starts. Where the text is a log rather than on a terminal, it begins with the
/// time.
package protocol RunReport: Report {}

extension Report {
  package var asOf: Timestamp? { nil }
  package var findings: Findings { Findings() }
  package var annotations: Findings { findings }
  package var rules: [Rule] { [] }
  package func markdown() -> String { MarkdownComment.text(findings, command: command) }
}
