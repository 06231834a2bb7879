import ArgumentParser
import Curation

struct AuditRulesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List every rule with its severity; 'audit explain' explains one.")

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    try output.write(RulesReport("audit rules", all: AuditRule.all.map(RulesReport.Item.init)))
  }
}

struct AuditExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a rule, with a bad and a good example.")

  @Argument(help: "Rule id, such as duplicate-feed.")
  var id: String

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let rules = AuditRule.all.map(RulesReport.Item.init)
    try output.write(RulesReport("audit explain", explaining: id, among: rules, list: "audit rules"))
  }
}

extension RulesReport.Item {
  init(_ rule: AuditRule) {
    self.init(rule.documentation)
    isFixable = rule.isFixable
  }
}
