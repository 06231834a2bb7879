import ArgumentParser
import SchemaReview

/// The rules that a command checks.
struct RuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Rule to check: an id or its leading words. Repeatable. (default: all rules except opt-in ones)", valueName: "id")
  )
  var select: [String] = []

  @Option(help: ArgumentHelp("Rule to skip: an id or its leading words. Repeatable.", valueName: "id"))
  var ignore: [String] = []

  /// Returns the selected rules with the severities and options of the configuration.
  /// - Throws: `CommandFailure` if a word matches no rule.
  func selection(_ configuration: EffectiveConfiguration) throws -> RuleSelection {
    let selection = RuleSelection(
      select: select, ignore: ignore, severities: configuration.severities, settings: configuration.ruleSettings)
    if let unknown = selection.unknownPatterns.first { throw CommandFailure(Self.message(unknown)) }
    return selection
  }

  private static func message(_ word: String) -> String {
    let commands = ["deployment": "schema plan", "drift": "schema drift", "queries": "schema queries"]
    guard let entry = RuleCatalogue.all.first(where: { $0.id == word }) else {
      let ids = RuleCatalogue.all.filter { SchemaRule.named($0.id) != nil }.map(\.id)
      return RulesReport.unknownRule(word, among: ids, list: "schema rules")
    }
    return "'\(word)' is not a rule of schema files; "
      + (commands[entry.scope].map { "'celestra-admin \($0)' checks it" } ?? "it applies to every \(entry.scope) file")
  }
}
