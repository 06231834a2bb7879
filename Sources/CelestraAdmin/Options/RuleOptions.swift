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
    if let unknown = selection.unknownPatterns.first {
      throw CommandFailure(RulesReport.unknownRule(unknown, among: RuleCatalogue.all.map(\.id), list: "schema rules"))
    }
    return selection
  }
}
