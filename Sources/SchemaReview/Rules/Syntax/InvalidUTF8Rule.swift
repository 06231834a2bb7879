import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let invalidUTF8 = SchemaRule(
    RuleDocumentation(
      id: "invalid-utf8",
      summary: "the file is not UTF-8",
      severity: .error, evidence: .reported,
      why: "CloudKit takes UTF-8; in another encoding names and comments become other characters.",
      source: "reports of refused uploads; every export is UTF-8",
      remedy: "Save the file as UTF-8.",
      bad: .recordType(after: "// Caf�."),
      good: .recordType(after: "// Café.")), scope: .syntax
  )
}
