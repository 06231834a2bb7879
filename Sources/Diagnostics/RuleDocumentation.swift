/// The documentation of a rule, for people and for output formats that include a rule catalog.
package struct RuleDocumentation: Sendable {
  /// The kind of evidence for a rule.
  package enum Evidence: String, Sendable {
    /// Apple documents the behavior.
    case documented
    /// Users report the behavior, or real files show it.
    case reported
    /// The behavior is not verified against Apple's validator. Such a rule is never an error.
    case assumed
  }

  /// The id in kebab case. An id never changes its meaning and is never reused.
  package let id: String
  /// What is wrong, in one sentence: lower case, without a full stop.
  package let summary: String
  /// The default severity.
  package let severity: Diagnostic.Severity
  /// The kind of evidence.
  package let evidence: Evidence
  /// Why the rule matters, in full sentences.
  package let why: String
  /// The source of the fact: a document and its section, or recordings that show it.
  package let source: String
  /// How to fix a finding, in full sentences.
  package let remedy: String
  /// The remedy as the help of a finding: lower case, without a full stop.
  package var advice: String {
    remedy.prefix(1).lowercased() + String(remedy.dropFirst().dropLast(remedy.last == "." ? 1 : 0))
  }
  /// A text with a finding, or two texts separated by a line such as `--- new ---`.
  package var bad: String { badExample() }
  /// The same text without the finding.
  package var good: String { goodExample() }
  // Composed when used: checking a schema needs no examples.
  private let badExample, goodExample: @Sendable () -> String

  /// What a project can configure in addition to the severity.
  package let options: [RuleOption]

  /// Creates the documentation of a rule.
  package init(
    _ id: String, _ severity: Diagnostic.Severity, _ evidence: Evidence, _ summary: String, why: String,
    source: String, remedy: String, bad: @autoclosure @escaping @Sendable () -> String,
    good: @autoclosure @escaping @Sendable () -> String, options: [RuleOption] = []
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
  }
}
