import Diagnostics
package import SchemaReview

extension EffectiveConfiguration {
  /// Returns the rules of schema files that the words of `--select` and `--ignore` name, as configured.
  /// - Throws: `CommandFailure` if a word matches no rule.
  package func selection(select: [String], ignore: [String]) throws -> RuleSelection {
    let selection = RuleSelection(
      select: select, ignore: ignore, severities: severities, settings: ruleSettings, databases: databases)
    if let unknown = selection.unknownPatterns.first { throw CommandFailure(Self.message(unknown)) }
    return selection
  }

  private static func message(_ word: String) -> String {
    guard let rule = RuleCatalog.all.named(word) else {
      return RulesReport.unknownRule(word, among: Rule.ofSchemas.map(\.id))
    }
    return "'\(word)' is not a rule of schema files; "
      + (rule.scope.commands.last.map { "'\(rule.scope.program.name) \($0)' checks it" }
        ?? "it applies to every \(rule.scope.rawValue) file")
  }
}
