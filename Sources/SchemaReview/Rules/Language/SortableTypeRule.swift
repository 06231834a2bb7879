import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let sortableType = SchemaRule(
    RuleDocumentation(
      id: "sortable-type",
      summary: "a list or a reference is SORTABLE",
      severity: .warning, evidence: .assumed,
      why: "Lists and references have no order; CloudKit is likely to refuse the option.",
      source: "none of 1,389 reference fields and 112 lists in public schemas is SORTABLE",
      remedy: "Remove SORTABLE.",
      bad: .recordType("tags LIST<STRING> SORTABLE,"),
      good: .recordType("tags LIST<STRING>,")), scope: .language
  ) { file, _ in
    file.findings(inTypesAndIndexes: true) { type, indexes in
      guard indexes.contains(.sortable), !type.isEncrypted, type.isList || type.primitive == .reference,
        type.primitive != .asset
      else { return nil }
      return (
        "CloudKit is likely to refuse SORTABLE on \(type)",
        "\(type.isList ? "lists" : "references") have no order; remove SORTABLE"
      )
    }
  }
}
