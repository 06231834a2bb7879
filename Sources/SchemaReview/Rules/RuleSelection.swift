import CloudKitSchema
package import Diagnostics

/// Which rules speak, and how loud.
package struct RuleSelection: Sendable {
  /// Ids or beginnings of ids; empty for every rule that is not opt-in.
  package var select: [String]
  /// Ids or beginnings of ids that are left out all the same.
  package var ignore: [String]
  /// Severities in place of the rules' own; `nil` turns a rule off, any other turns an opt-in rule on.
  package var severities: [String: Diagnostic.Severity?]
  /// What is set of rules' options, by the rules' ids.
  package var settings: [String: SchemaRule.Settings]

  /// A selection; by default every rule that is not opt-in, as loud as it is.
  package init(
    select: [String] = [], ignore: [String] = [], severities: [String: Diagnostic.Severity?] = [:],
    settings: [String: SchemaRule.Settings] = [:]
  ) {
    self.select = select
    self.ignore = ignore
    self.severities = severities
    self.settings = settings
  }

  /// The words of the selection that are no rule's id and no beginning of one.
  package var unknown: [String] {
    (select + ignore).filter { word in
      !SchemaRule.all.contains { Self.matches(word, $0.id) }
    }
  }

  /// How much a finding of a rule matters; `nil` where the rule is not to speak.
  ///
  /// What CloudKit refuses is told whatever is selected; a rule that is selected by name speaks though it is turned off.
  package func severity(of rule: SchemaRule) -> Diagnostic.Severity? {
    if !rule.isConfigurable { return rule.severity }
    if ignore.contains(where: { Self.matches($0, rule.id) }) { return nil }
    let override = severities[rule.id]
    if !select.isEmpty {
      return select.contains { Self.matches($0, rule.id) } ? override.flatMap(\.self) ?? rule.severity : nil
    }
    return override ?? (rule.isOptIn ? nil : rule.severity)
  }

  /// Findings as the selection has them: each as loud as its rule is to be, without those of rules that are not to speak.
  package func applied(to diagnostics: [Diagnostic]) -> [Diagnostic] {
    diagnostics.compactMap { diagnostic in
      guard let rule = SchemaRule.named(diagnostic.rule) else { return diagnostic }
      guard let severity = severity(of: rule) else { return nil }
      var diagnostic = diagnostic
      diagnostic.severity = severity
      return diagnostic
    }
  }

  /// An id matches itself and what begins with it at the end of a word: `missing` is for `missing-type-doc`.
  private static func matches(_ word: String, _ id: String) -> Bool {
    id == word || id.hasPrefix(word.hasSuffix("-") ? word : word + "-")
  }
}
