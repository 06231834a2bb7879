import ArgumentParser
import Diagnostics
import SchemaReview

/// `schema rules`: the rule catalog.
struct SchemaRulesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List all rules with their severities; 'schema explain' explains a rule.")

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    try output.write(RulesReport("schema rules", all: RuleCatalog.all.map(RulesReport.Item.init)))
  }
}

/// `schema explain`: the documentation of one rule.
struct SchemaExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Explain a rule, with a bad and a good example.")

  @Argument(help: "Rule id, such as authenticated-write.")
  var id: String

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    let rules = RuleCatalog.all.map(RulesReport.Item.init)
    try output.write(RulesReport("schema explain", explaining: id, among: rules, list: "schema rules"))
  }
}

extension RulesReport.Item {
  init(_ entry: RuleCatalog.Entry) {
    self.init(entry.documentation)
    scope = entry.scope
    evidence = entry.documentation.evidence.rawValue
    isOptIn = entry.isOptIn
    isConfigurable = entry.isConfigurable
    options = entry.documentation.options.map {
      Option(key: $0.key, summary: $0.summary, standard: "\($0.standard)")
    }
  }
}
