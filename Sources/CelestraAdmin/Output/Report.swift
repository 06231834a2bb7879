import CloudKitRecords

/// What a command found or did, before anybody decided how it looks.
protocol Report {
  associatedtype Summary: Encodable
  associatedtype Item: Encodable

  /// The command's words, such as `schema diff`.
  var command: String { get }
  /// The moment the report speaks of; `nil` where time does not matter.
  var asOf: Timestamp? { get }
  /// The totals.
  var summary: Summary { get }
  /// What there is to tell one by one.
  var items: [Item] { get }
  /// What was found in the user's files.
  var findings: Findings { get }
  /// The rules that were asked, for the formats that carry a catalogue.
  var rules: [ReportedRule] { get }
  /// The report for people, with a final newline; empty where there is nothing to say.
  func text(_ style: Style) -> String
}

extension Report {
  var asOf: Timestamp? { nil }
  var findings: Findings { Findings() }
  var rules: [ReportedRule] { [] }
}
