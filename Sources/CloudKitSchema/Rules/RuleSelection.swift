package import Diagnostics

/// Which rules speak, and how loud.
package struct RuleSelection: Sendable {
  /// Ids or beginnings of ids; empty for every rule that is not opt-in.
  package var select: [String]
  /// Ids or beginnings of ids that are left out all the same.
  package var ignore: [String]
  /// Severities in place of the rules' own; `nil` turns a rule off, any other turns an opt-in rule on.
  package var severities: [String: Diagnostic.Severity?]

  /// A selection; by default every rule that is not opt-in, as loud as it is.
  package init(
    select: [String] = [], ignore: [String] = [], severities: [String: Diagnostic.Severity?] = [:]
  ) {
    self.select = select
    self.ignore = ignore
    self.severities = severities
  }

  /// The words of the selection that are no rule's id and no beginning of one.
  package var unknown: [String] {
    (select + ignore + severities.keys.sorted()).filter { word in
      !SchemaRule.all.contains { Self.matches(word, $0.id) }
    }
  }

  /// How much a finding of a rule matters; `nil` where the rule is not to speak.
  ///
  /// What CloudKit refuses is told whatever is selected.
  func severity(of rule: SchemaRule) -> Diagnostic.Severity? {
    if rule.isLanguage, rule.severity == .error { return rule.severity }
    if ignore.contains(where: { Self.matches($0, rule.id) }) { return nil }
    let override = severities[rule.id]
    if case .some(nil) = override { return nil }
    let isSelected =
      select.isEmpty ? !rule.isOptIn || override != nil : select.contains { Self.matches($0, rule.id) }
    guard isSelected else { return nil }
    return override.flatMap(\.self) ?? rule.severity
  }

  /// An id matches itself and what begins with it at the end of a word: `missing` is for `missing-type-doc`.
  private static func matches(_ word: String, _ id: String) -> Bool {
    id == word || id.hasPrefix(word.hasSuffix("-") ? word : word + "-")
  }
}
