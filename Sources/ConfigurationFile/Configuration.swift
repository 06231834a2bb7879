package import Diagnostics

/// The settings in a project's `.celestra-admin.yaml`. Command-line options override them.
package struct Configuration: Hashable, Sendable {
  package enum Key: String, CaseIterable, Sendable {
    case accepted
    case articles
    /// The address that is sent to server operators.
    case contact
    case container
    /// The databases of record types.
    case databases
    case policy
    case queries
    case rules
    /// The schema that a container is created from or migrated to.
    case schema
    case security
    /// What wins where seed files and container differ.
    case truth
  }

  package struct RuleSettings: Hashable, Sendable {
    /// The severity, whose inner `nil` turns the rule off; `nil` if it is not set.
    package var severity: Diagnostic.Severity??
    /// The options that are set, by key.
    package var options: [String: RuleOption.Value] = [:]

    package init() {}
  }

  /// What wins where seed files and container differ.
  package enum Truth: String, CaseIterable, Hashable, Sendable {
    case files, container
  }

  package struct Articles: Hashable, Sendable {
    /// Whether to store excerpts only; `nil` if it is not set.
    package var isExcerpt: Bool?
    /// The feeds of which only excerpts are stored, by their addresses.
    package var excerpt: [String] = []
    /// The feeds and articles that are not stored, by their addresses.
    package var deny: [String] = []

    package init() {}
  }

  /// The databases of record types, by name.
  package struct Databases: Hashable, Sendable {
    /// The database of the record types that no pattern matches; `nil` if it is not set.
    package var standard: String?
    /// The names of record types by database, with `*` for any characters.
    package var patterns: [String: [String]] = [:]

    package init() {}
  }

  package var articles = Articles()
  package var databases = Databases()
  /// An http, https, or mailto address; `nil` if it is not set.
  package var contact: String?
  /// The paths that are set, as written.
  package var paths: [Key: String] = [:]
  /// The name of the deployment policy; `nil` if it is not set.
  package var policy: String?
  /// Whether wider access is a finding; `nil` if it is not set.
  package var security: Bool?
  package var rules: [String: RuleSettings] = [:]
  /// `nil` if it is not set.
  package var truth: Truth?

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

package struct Vocabulary: Sendable {
  /// Least strict first.
  let policies: [String]
  let databases: [String]
  let rules: [String: Rule]

  package init(policies: [String], databases: [String], rules: [Rule]) {
    self.policies = policies
    self.databases = databases
    self.rules = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
  }
}
