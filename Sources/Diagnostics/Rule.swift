/// A rule as people and output formats know it. The module that reports the findings knows how to check it.
package struct Rule: Sendable {
  package enum Evidence: String, Sendable {
    /// Apple documents the behavior.
    case documented
    /// Users report the behavior, or real files show it.
    case reported
    /// The behavior is not verified against Apple's validator. Such a rule is never an error.
    case assumed
  }

  package enum Scope: String, CaseIterable, Sendable {
    /// Spelling and grammar of a schema file.
    case syntax
    /// Valid syntax that CloudKit refuses or is likely to refuse.
    case language
    /// What CloudKit accepts but causes trouble later.
    case practice
    /// Comments in a schema file that suppress findings.
    case suppression
    /// A file of accepted findings; the examples are such files.
    case acceptance
    /// Two files to merge; the examples are two texts.
    case merging
    /// Two schemas, the live one and the one to deploy over it; so are the examples.
    case deployment
    /// Declared queries and the indexes that they use; the examples are a schema and a manifest.
    case queries
    /// A live schema and the file that should describe it.
    case drift
    /// A Core Data model or SwiftData classes; an example of two versions has two texts.
    case model
    /// A model and the schema that must have what an app writes; so are the examples.
    case parity
    case json, configuration
    /// The records of a container, without its articles.
    case catalog
    /// The articles of a container.
    case articles
  }

  /// In kebab case. An id never changes its meaning and is never reused.
  package let id: String
  /// What is wrong, in one sentence: lower case, without a full stop.
  package let summary: String
  package let severity: Diagnostic.Severity
  package let evidence: Evidence
  /// Why the rule matters, in full sentences.
  package let why: String
  /// A document and its section, or recordings that show the fact.
  package let source: String
  /// How to fix a finding, in full sentences.
  package let remedy: String
  /// What a project can configure in addition to the severity.
  package let options: [RuleOption]
  package let scope: Scope
  package let isOptIn: Bool
  /// Whether `--fix` can repair what the rule reports; `nil` where the commands of the scope say it elsewhere.
  package let isFixable: Bool?
  /// Whether a project can set the severity; it cannot for what CloudKit refuses.
  package let isConfigurable: Bool

  /// A text with a finding, or two texts separated by a line such as `--- new ---`.
  package var bad: String { badExample() }
  /// The same text without the finding.
  package var good: String { goodExample() }
  // Composed when used: checking a schema needs no examples.
  private let badExample, goodExample: @Sendable () -> String

  /// - Parameter isConfigurable: `nil` for the usual case of the scope: errors of the language are fixed, and so is
  ///   what makes a file unreadable or a comparison impossible.
  package init(
    _ id: String, _ severity: Diagnostic.Severity, _ evidence: Evidence, _ summary: String, why: String,
    source: String, remedy: String, bad: @autoclosure @escaping @Sendable () -> String,
    good: @autoclosure @escaping @Sendable () -> String, options: [RuleOption] = [], scope: Scope = .practice,
    isOptIn: Bool = false, isFixable: Bool? = nil, isConfigurable: Bool? = nil
  ) {
    self.id = id
    self.summary = summary
    self.severity = severity
    self.evidence = evidence
    self.why = why
    self.source = source
    self.remedy = remedy
    badExample = bad
    goodExample = good
    self.options = options
    self.scope = scope
    self.isOptIn = isOptIn
    self.isFixable = isFixable
    self.isConfigurable = isConfigurable ?? Self.isConfigurable(scope, severity)
  }

  private static func isConfigurable(_ scope: Scope, _ severity: Diagnostic.Severity) -> Bool {
    switch scope {
    case .syntax, .language: severity != .error
    case .practice, .suppression, .acceptance, .deployment, .queries, .model, .parity: true
    case .merging, .drift, .json, .configuration, .catalog, .articles: false
    }
  }

  /// The remedy as the help of a finding: lower case, without a full stop.
  package var advice: String {
    remedy.prefix(1).lowercased() + String(remedy.dropFirst().dropLast(remedy.last == "." ? 1 : 0))
  }

  /// Whether findings can be accepted or suppressed: not what CloudKit refuses, and not mistakes in the files that say
  /// so.
  package var isAcceptable: Bool {
    switch scope {
    case .language, .practice, .deployment: isConfigurable
    default: false
    }
  }
}

extension Rule: Equatable {
  package static func == (lhs: Rule, rhs: Rule) -> Bool { lhs.id == rhs.id }
}

extension [Rule] {
  package func named(_ id: String) -> Rule? { first { $0.id == id } }
}
