import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let searchableType = SchemaRule(
    RuleDocumentation(
      id: "searchable-type",
      summary: "a field that is not text is SEARCHABLE",
      severity: .warning, evidence: .reported,
      why: "SEARCHABLE indexes words, and only strings contain words.",
      source: "public schemas use SEARCHABLE only on STRING and LIST<STRING>",
      remedy: "Remove SEARCHABLE.",
      bad: .recordType("count INT64 SEARCHABLE,"),
      good: .recordType("count INT64 QUERYABLE,")), scope: .language
  ) { file, _ in
    file.findings(inTypesAndIndexes: true) { type, indexes in
      guard indexes.contains(.searchable), !type.isEncrypted, type.primitive != .string, type.primitive != .asset
      else { return nil }
      return ("CloudKit is likely to refuse SEARCHABLE on \(type)", "only text contains words; remove SEARCHABLE")
    }
  }
}
