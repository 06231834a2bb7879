import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let unknownSystemField = SchemaRule(
    RuleDocumentation(
      id: "unknown-system-field",
      summary: "a system field is unknown",
      severity: .error, evidence: .reported,
      why: "CloudKit reserves names with two or more leading underscores for its six system fields.",
      source: "observed: \"__recordID\" and \"___recordType\" refused (brightdigit/MistKit, history)",
      remedy: "Use the name of a system field, with three underscores.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "__recordID" REFERENCE QUERYABLE,
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world"
        );
        """,
      good: .recordType("title STRING,")), scope: .language
  ) { file, _ in
    file.findingsInFields({ field in
      guard file.hasSystemFieldPrefix(field.name), file.systemField(field.name) == nil else { return nil }
      let name = file.name(field.name)
      let message = "unknown system field '\(SyntaxMistake.shown(name))'"
      let range = file.tokens[field.name].range
      guard let nearest = SystemField.named(like: name) else {
        let known = SystemField.allCases.map(\.rawValue).joined(separator: ", ")
        return Finding(message: message, range: range, help: "the system fields are \(known)")
      }
      let spelling = NameSpelling.spelling(nearest.rawValue)
      return Finding(
        message: message, range: range, help: "did you mean \(spelling)?",
        fix: Fix("write \(spelling)", at: range, spelling))
    })
  }
}
