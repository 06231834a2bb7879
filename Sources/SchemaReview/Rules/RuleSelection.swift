package import Diagnostics

/// The rules about schema files to check, with their severities and settings.
package struct RuleSelection: Sendable {
  /// Ids or id prefixes of the rules to run; empty for every rule that is not opt-in.
  var select: [String]
  /// Ids or id prefixes of the rules to exclude; takes precedence over `select`.
  var ignore: [String]
  /// Severities by rule id; `nil` disables a rule, and any other value enables an opt-in rule.
  var severities: [String: Diagnostic.Severity?]
  /// Option values by rule id.
  var settings: [String: [String: RuleOption.Value]]
  /// The databases that the project declares; rules about the public database ignore types of private ones.
  var databases: DatabaseSettings

  package init(
    select: [String] = [], ignore: [String] = [], severities: [String: Diagnostic.Severity?] = [:],
    settings: [String: [String: RuleOption.Value]] = [:], databases: DatabaseSettings = DatabaseSettings()
  ) {
    self.select = select
    self.ignore = ignore
    self.severities = severities
    self.settings = settings
    self.databases = databases
  }

  /// The entries of `select` and `ignore` that match no rule.
  package var unknownPatterns: [String] {
    (select + ignore).filter { pattern in
      !Rule.ofSchemas.contains { Self.matches(pattern, $0.id) }
    }
  }

  /// Returns the severities of those of the rules that run, by rule id.
  func severities(of rules: [Rule]) -> [String: Diagnostic.Severity] {
    Dictionary(uniqueKeysWithValues: rules.compactMap { rule in severity(of: rule).map { (rule.id, $0) } })
  }

  /// Returns the severity of a rule's findings; `nil` if the rule does not run.
  ///
  /// Rules for errors that CloudKit refuses always run. A selected rule runs even if its severity is `nil`.
  func severity(of rule: Rule) -> Diagnostic.Severity? {
    if !rule.isConfigurable { return rule.severity }
    if ignore.contains(where: { Self.matches($0, rule.id) }) { return nil }
    let override = severities[rule.id]
    if !select.isEmpty {
      return select.contains { Self.matches($0, rule.id) } ? override.flatMap(\.self) ?? rule.severity : nil
    }
    return override ?? (rule.isOptIn ? nil : rule.severity)
  }

  /// Returns the findings of selected rules, with the selected severities.
  package func applied(to diagnostics: [Diagnostic]) -> [Diagnostic] {
    let severities = severities(of: Rule.ofSchemas)
    return diagnostics.compactMap { diagnostic in
      guard Rule.ofSchemas(named: diagnostic.rule) != nil else { return diagnostic }
      guard let severity = severities[diagnostic.rule] else { return nil }
      var diagnostic = diagnostic
      diagnostic.severity = severity
      return diagnostic
    }
  }

  /// Whether a pattern is an id or its first words, as `missing` is of `missing-type-doc`.
  private static func matches(_ pattern: String, _ id: String) -> Bool {
    id == pattern || id.hasPrefix(pattern.hasSuffix("-") ? pattern : pattern + "-")
  }
}
