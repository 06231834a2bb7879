import ArgumentParser
import Curation
import Diagnostics

/// `audit rules`: the catalogue of rules.
struct AuditRulesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List every rule with its severity; 'audit explain' explains one.")

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    try output.write(RulesReport("audit rules", all: AuditRule.all.map(RulesReport.Item.init)))
  }
}

/// `audit explain`: one rule explained.
struct AuditExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a rule, with a bad and a good example.")

  @Argument(help: "The rule's id, such as duplicate-feed.")
  var id: String

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let rules = AuditRule.all.map(RulesReport.Item.init)
    try output.write(RulesReport("audit explain", explaining: id, among: rules, list: "audit rules"))
  }
}

extension RulesReport.Item {
  /// A rule of the audit.
  init(_ rule: AuditRule) {
    self.init(rule.documentation)
    isFixable = rule.isFixable
  }
}
