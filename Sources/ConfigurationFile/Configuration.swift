package import Diagnostics

/// The settings in a project's `.celestra-admin.yaml`. Command-line options override them.
package struct Configuration: Hashable, Sendable {
  /// The keys of the file.
  package enum Key: String, CaseIterable, Sendable {
    /// The file of accepted findings.
    case accepted
    /// The settings of articles.
    case articles
    /// The container that commands work on.
    case container
    /// The deployment policy.
    case policy
    /// The manifest of declared queries.
    case queries
    /// The severities and options of rules.
    case rules
    /// The schema that a container is created from or migrated to.
    case schema
    /// Whether wider access is a finding.
    case security
  }

  /// The settings of a rule.
  package struct Rule: Hashable, Sendable {
    /// The severity, whose inner `nil` turns the rule off; `nil` if it is not set.
    package var severity: Diagnostic.Severity??
    /// The options that are set, by key.
    package var options: [String: RuleOption.Value] = [:]

    /// Creates settings with no values.
    package init() {}
  }

  /// The settings of articles.
  package struct Articles: Hashable, Sendable {
    /// Whether to store excerpts only; `nil` if it is not set.
    package var isExcerpt: Bool?
    /// The feeds of which only excerpts are stored, by their addresses.
    package var excerpt: [String] = []
    /// The feeds and articles that are not stored, by their addresses.
    package var deny: [String] = []

    /// Creates settings with no values.
    package init() {}
  }

  /// The settings of articles.
  package var articles = Articles()
  /// The paths that are set, as written.
  package var paths: [Key: String] = [:]
  /// The name of the deployment policy; `nil` if it is not set.
  package var policy: String?
  /// Whether wider access is a finding; `nil` if it is not set.
  package var security: Bool?
  /// The settings of rules, by id.
  package var rules: [String: Rule] = [:]

  /// Creates a configuration without settings.
  package init() {}

  /// Reads a configuration. Errors do not prevent reading the valid settings.
  package static func read(
    _ source: SourceText, vocabulary: Vocabulary
  ) -> (configuration: Configuration, diagnostics: [Diagnostic]) {
    var reader = ConfigurationReader(source, vocabulary)
    let configuration = reader.read()
    return (configuration, reader.diagnostics)
  }
}

/// The policies and rules that a configuration may name.
package struct Vocabulary: Sendable {
  /// The policies, least strict first.
  let policies: [String]
  /// The configurable rules, by id.
  let rules: [String: RuleDocumentation]
  /// The ids of rules that are always errors.
  let fixed: Set<String>

  /// Creates a vocabulary.
  /// - Parameter fixed: The ids of rules that are always errors.
  package init(policies: [String], rules: [RuleDocumentation], fixed: Set<String>) {
    self.policies = policies
    self.rules = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
    self.fixed = fixed
  }
}
