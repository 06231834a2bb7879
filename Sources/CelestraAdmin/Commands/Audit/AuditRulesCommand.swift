import ArgumentParser
import Curation
import Diagnostics

/// `audit rules`: the catalogue of rules.
struct AuditRulesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List every rule with its severity; 'audit explain' tells all of one.")

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    try output.write(AuditRulesReport(command: "audit rules", AuditRule.all))
  }
}

/// `audit explain`: all of one rule.
struct AuditExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Tell why a rule is there, with a bad and a good example.")

  @Argument(help: "The rule's id, such as duplicate-feed.")
  var id: String

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    guard let rule = AuditRule.all.first(where: { $0.id == id }) else {
      throw CommandFailure(AuditRulesReport.message(id))
    }
    try output.write(AuditRulesReport(command: "audit explain", [rule]))
  }
}

/// Rules of the audit: all of them in a line each, or all of one.
struct AuditRulesReport: Report {
  let command: String
  let items: [Item]

  /// The totals.
  struct Summary: Encodable {
    let rules: Int
  }

  /// One rule.
  struct Item: Encodable {
    let id, severity, summary, why, source, remedy, bad, good: String
    let isFixable: Bool
  }

  /// The report on some rules.
  init(command: String, _ rules: [AuditRule]) {
    self.command = command
    items = rules.map { rule in
      let text = rule.documentation
      return Item(
        id: rule.id, severity: rule.severity.rawValue, summary: text.summary, why: text.why, source: text.source,
        remedy: text.remedy, bad: text.bad, good: text.good, isFixable: rule.isFixable)
    }
  }

  var summary: Summary { Summary(rules: items.count) }

  func text(_ style: Style) -> String {
    if items.count == 1, let item = items.first { return Self.all(of: item) }
    let width = items.map(\.id.count).max() ?? 0
    return items.map { item in
      let gap = String(repeating: " ", count: width - item.id.count)
      let severity = item.severity + String(repeating: " ", count: max(0, 7 - item.severity.count))
      return "\(item.id)\(gap)  \(severity)  \(item.summary)\(item.isFixable ? " (--fix)" : "")\n"
    }.joined()
  }

  private static func all(of item: Item) -> String {
    """
    \(item.id): \(item.summary)
    \(item.severity)\(item.isFixable ? "; --fix mends it" : "")

    Why: \(item.why)
    Source: \(item.source)
    Remedy: \(item.remedy)

    Bad:
    \(indented(item.bad))

    Good:
    \(indented(item.good))

    """
  }

  private static func indented(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }.joined(separator: "\n")
  }

  /// What is said of a word that is no rule's id.
  static func message(_ word: String) -> String {
    let nearest = Suggestion.nearest(to: word, among: AuditRule.all.lazy.map(\.id))
    return "there is no rule '\(word)'; "
      + (nearest.map { "did you mean \($0)?" } ?? "'celestra-admin audit rules' lists them")
  }
}
