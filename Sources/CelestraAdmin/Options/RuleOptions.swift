import ArgumentParser
import SchemaReview

/// Which rules a command looks with.
struct RuleOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp("Only these rules: an id, or the words it begins with; may be repeated.", valueName: "id"))
  var select: [String] = []

  @Option(help: ArgumentHelp("Not these rules: an id, or the words it begins with; may be repeated.", valueName: "id"))
  var ignore: [String] = []

  /// The selection of the options, with what the configuration settles.
  /// - Throws: `CommandFailure` where a word is no rule's.
  func selection(_ configuration: EffectiveConfiguration) throws -> RuleSelection {
    let selection = RuleSelection(
      select: select, ignore: ignore, severities: configuration.severities, settings: configuration.ruleSettings)
    if let unknown = selection.unknown.first { throw CommandFailure(RuleCatalogue.message(unknown)) }
    return selection
  }
}
