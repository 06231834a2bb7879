import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let assetIndex = SchemaRule(
    RuleDocumentation(
      id: "asset-index",
      summary: "an asset has an index",
      severity: .warning, evidence: .assumed,
      why: "Assets cannot be queried; CloudKit is likely to refuse the option.",
      source: "none of 85 asset fields in public schemas has one",
      remedy: "Leave the option out.",
      bad: .recordType("photo ASSET QUERYABLE,"),
      good: .recordType("photo ASSET,")), scope: .language
  ) { file in
    file.findings(inTypesAndIndexes: true) { type, indexes in
      guard type.primitive == .asset, !type.isEncrypted, !indexes.isEmpty else { return nil }
      return ("CloudKit is likely to refuse \(indexes) on ASSET", "assets cannot be queried; leave it out")
    }
  }
}
