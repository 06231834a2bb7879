import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let unknownSystemField = SchemaRule(
    RuleDocumentation(
      id: "unknown-system-field",
      summary: "there is no system field of this name",
      severity: .error, evidence: .reported,
      why: "A name with two or more leading underscores is one of the six system fields, or none at all.",
      source: "seen: \"__recordID\" and \"___recordType\" refused (brightdigit/MistKit, history)",
      remedy: "Write the name of the system field, with three underscores.",
      bad: """
        DEFINE SCHEMA
        RECORD TYPE T (
          "__recordID" REFERENCE QUERYABLE,
          "___recordID" REFERENCE QUERYABLE,
          GRANT READ TO "_world"
        );
        """,
      good: .recordType("title STRING,")), scope: .language
  ) { file in
    file.findingsInFields({ field in
      guard file.beginsLikeSystemField(field.name), file.systemField(field.name) == nil else { return nil }
      let name = file.name(field.name)
      let message = "there is no system field '\(SyntaxMistake.shown(name))'"
      let range = file.tokens[field.name].range
      guard let nearest = SystemField.named(like: name) else {
        let known = SystemField.allCases.map(\.rawValue).joined(separator: ", ")
        return Finding(message: message, range: range, help: "there are \(known)")
      }
      return Finding(
        message: message, range: range, help: "did you mean \"\(nearest.rawValue)\"?",
        fix: Fix("write \"\(nearest.rawValue)\"", edits: [.init(range: range, replacement: "\"\(nearest.rawValue)\"")]))
    })
  }
}
