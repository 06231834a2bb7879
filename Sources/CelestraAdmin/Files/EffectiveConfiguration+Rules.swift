import Diagnostics
import SchemaReview

extension EffectiveConfiguration {
  /// Returns the rules of schema files that the words of `--select` and `--ignore` name, as configured.
  /// - Throws: `CommandFailure` if a word matches no rule.
  func selection(select: [String], ignore: [String]) throws -> RuleSelection {
    let selection = RuleSelection(select: select, ignore: ignore, severities: severities, settings: ruleSettings)
    if let unknown = selection.unknownPatterns.first { throw CommandFailure(Self.message(unknown)) }
    return selection
  }

  private static func message(_ word: String) -> String {
    let commands: [Rule.Scope: String] = [
      .deployment: "schema plan", .drift: "schema drift", .queries: "schema queries",
    ]
    guard let rule = RuleCatalog.all.named(word) else {
      return RulesReport.unknownRule(word, among: Rule.ofSchemas.map(\.id), list: "schema rules")
    }
    return "'\(word)' is not a rule of schema files; "
      + (commands[rule.scope].map { "'celestra-admin \($0)' checks it" }
        ?? "it applies to every \(rule.scope.rawValue) file")
  }
}
