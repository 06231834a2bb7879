import CloudKitSchema
import Diagnostics

/// The mistakes of spelling and grammar as rules of the catalogue.
extension SyntaxMistake.Kind {
  /// What the catalogue says of one kind of mistake.
  struct Wording: Sendable {
    let summary, remedy, bad, good: String
  }

  /// The rule of this kind of mistake.
  var rule: SchemaRule {
    let wording =
      Self.fileExamples[self] ?? Self.statementExamples[self] ?? Self.itemExamples[self]
      ?? Wording(summary: "the text does not follow the grammar", remedy: "Follow the grammar.", bad: "", good: "")
    return SchemaRule(
      RuleDocumentation(
        id: rawValue, summary: wording.summary, severity: severity, evidence: .documented,
        why: severity == .error
          ? "CloudKit refuses the whole file." : "CloudKit is likely to read it, people trip over it.",
        source: "Apple, \"Integrating a Text-Based Schema into Your Workflow\", the grammar", remedy: wording.remedy,
        bad: wording.bad, good: wording.good),
      scope: .syntax)
  }
}
