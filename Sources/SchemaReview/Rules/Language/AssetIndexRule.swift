import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let assetIndex = SchemaRule(
    RuleDocumentation(
      id: "asset-index",
      summary: "an asset field has an index",
      severity: .warning, evidence: .assumed,
      why: "CloudKit cannot query assets and is likely to refuse the option.",
      source: "none of 85 asset fields in public schemas has an index",
      remedy: "Remove the option.",
      bad: .recordType("photo ASSET QUERYABLE,"),
      good: .recordType("photo ASSET,")), scope: .language
  ) { file, _ in
    file.findings(inTypesAndIndexes: true) { type, indexes in
      guard type.primitive == .asset, !type.isEncrypted, !indexes.isEmpty else { return nil }
      return ("CloudKit is likely to refuse \(indexes) on ASSET", "assets cannot be queried; remove the option")
    }
  }
}
