/// What a rule says of itself: to people who meet it, and to formats that carry a catalogue.
package struct RuleDocumentation: Hashable, Sendable {
  /// How sure the rule's ground is.
  package enum Evidence: String, Sendable {
    /// Apple documents it.
    case documented
    /// Users report it, or real files show it.
    case reported
    /// Our reading; to be verified against Apple's validator. Such a rule is never an error.
    case assumed
  }

  /// Kebab-case; it never changes its meaning and is never used again for another.
  package let id: String
  /// One sentence, lower case, without a full stop: what is wrong where the rule fires.
  package let summary: String
  /// What it is by default.
  package let severity: Diagnostic.Severity
  /// How sure its ground is.
  package let evidence: Evidence
  /// Why it matters, in whole sentences.
  package let why: String
  /// Where the fact stands: a document and its section, or the recordings it was seen in.
  package let source: String
  /// How to mend it, in whole sentences.
  package let remedy: String
  /// A text in which it fires, or two with a line such as `--- new ---` between them.
  package let bad: String
  /// The same, mended.
  package let good: String

  /// What a project may set, beside how much it matters.
  package let options: [RuleOption]

  /// A rule's documentation.
  package init(
    id: String, summary: String, severity: Diagnostic.Severity, evidence: Evidence, why: String, source: String,
    remedy: String, bad: String, good: String, options: [RuleOption] = []
  ) {
    self.id = id
    self.summary = summary
    self.severity = severity
    self.evidence = evidence
    self.why = why
    self.source = source
    self.remedy = remedy
    self.bad = bad
    self.good = good
    self.options = options
  }
}
