package import Diagnostics

/// What a project has settled for its runs, as `.celestra-admin.yaml` says it; flags go before it.
package struct Configuration: Hashable, Sendable {
  /// The file's keys.
  package enum Key: String, CaseIterable, Sendable {
    /// The file of accepted findings.
    case accepted
    /// The container a command works on.
    case container
    /// What a deployment must not break.
    case policy
    /// The manifest of declared queries.
    case queries
    /// How much findings of rules matter, and the rules' options.
    case rules
    /// The schema file a container is made from or brought to.
    case schema
    /// Whether access that widens is a finding.
    case security
  }

  /// What is settled of one rule.
  package struct Rule: Hashable, Sendable {
    /// How much it matters; within, `nil` where it is off. `nil` where the file does not say.
    package var severity: Diagnostic.Severity??
    /// Its options that are set, by their keys.
    package var options: [String: RuleOption.Value] = [:]

    /// A rule of which nothing is settled.
    package init() {}
  }

  /// Paths of files, as written; a key the file does not have is not here.
  package var paths: [Key: String] = [:]
  /// A policy's name; `nil` where the file does not say.
  package var policy: String?
  /// Whether access that widens is a finding; `nil` where the file does not say.
  package var security: Bool?
  /// What is settled of rules, by their ids.
  package var rules: [String: Rule] = [:]

  /// A configuration that says nothing.
  package init() {}

  /// Reads a configuration; what is understood is there whatever is wrong with the rest.
  package static func read(
    _ source: SourceText, vocabulary: Vocabulary
  ) -> (configuration: Configuration, diagnostics: [Diagnostic]) {
    var reader = ConfigurationReader(source, vocabulary)
    let configuration = reader.read()
    return (configuration, reader.diagnostics)
  }
}

/// The words a configuration may use that others define.
package struct Vocabulary: Sendable {
  /// The policies, the mildest first.
  let policies: [String]
  /// The rules whose severity and options may be set, by their ids.
  let rules: [String: RuleDocumentation]
  /// The ids of the rules that are always on.
  let fixed: Set<String>

  /// The words of policies and rules.
  /// - Parameter fixed: The ids of rules that exist and are always on.
  package init(policies: [String], rules: [RuleDocumentation], fixed: Set<String>) {
    self.policies = policies
    self.rules = Dictionary(rules.map { ($0.id, $0) }) { first, _ in first }
    self.fixed = fixed
  }
}
