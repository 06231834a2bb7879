import ArgumentParser

/// `schema rules`: the catalogue.
struct SchemaRulesCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rules", abstract: "List every rule with its severity; 'schema explain' tells all of one.")

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    try output.write(SchemaRulesReport(RuleCatalogue.all.map(SchemaRulesReport.Item.init)))
  }
}

/// `schema explain`: all of one rule.
struct SchemaExplainCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "explain", abstract: "Tell why a rule is there, with a bad and a good example.")

  @Argument(help: "The rule's id, such as authenticated-write.")
  var id: String

  @OptionGroup var output: OutputOptions<TextAndJSON>

  func run() async throws {
    guard let rule = RuleCatalogue.all.first(where: { $0.id == id }) else {
      throw CommandFailure(RuleCatalogue.message(id))
    }
    try output.write(SchemaExplainReport(SchemaRulesReport.Item(rule)))
  }
}
