import ArgumentParser
import Curation
import Diagnostics

/// `rules`: lists the rules of all checks, or explains one.
struct RulesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules",
    abstract: "List the rules of all checks with their severities, or explain one with a bad and a good example.")

  @Argument(help: "Rule id to explain, such as duplicate-feed.")
  var id: String?

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let rules = AuditRule.all.map(RulesReport.Item.init) + RuleCatalog.all.map(RulesReport.Item.init)
    let report = try id.map { try RulesReport("rules", explaining: $0, among: rules, list: "rules") }
    try output.write(report ?? RulesReport("rules", all: rules))
  }
}

extension RulesReport.Item {
  init(_ rule: AuditRule) {
    self.init(rule.documentation)
    scope = "catalog"
    isFixable = rule.isFixable
  }
}
