import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let searchableType = SchemaRule(
    RuleDocumentation(
      id: "searchable-type",
      summary: "something other than text is SEARCHABLE",
      severity: .warning, evidence: .reported,
      why: "SEARCHABLE splits text into words; only strings have any.",
      source: "public schemas have it on STRING and LIST<STRING> only",
      remedy: "Leave SEARCHABLE out.",
      bad: .recordType("count INT64 SEARCHABLE,"),
      good: .recordType("count INT64 QUERYABLE,")), scope: .language
  ) { file in
    file.findings(inTypesAndIndexes: true) { type, indexes in
      guard indexes.contains(.searchable), !type.isEncrypted, type.primitive != .string, type.primitive != .asset
      else { return nil }
      return ("CloudKit is likely to refuse SEARCHABLE on \(type)", "only text has words; leave SEARCHABLE out")
    }
  }
}
