import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let modtimeNotIndexed = SchemaRule(
    RuleDocumentation(
      id: "modtime-not-indexed",
      summary: "records cannot be queried by modification time",
      severity: .info, evidence: .documented,
      why: "Fetching the changes since the last sync needs an index on ___modTime.",
      source: .schemaGuide("System Fields"),
      remedy: "Declare \"___modTime\" TIMESTAMP QUERYABLE SORTABLE.",
      bad: .recordType(),
      good: .recordType(#""___modTime" TIMESTAMP QUERYABLE SORTABLE,"#)), isOptIn: true, skipsGenerated: true
  ) { file, _ in
    file.findingsInTypes({ type in
      let isIndexed = file.fields[type.fields].contains {
        !$0.indexes.isEmpty && file.hasSystemFieldPrefix($0.name) && file.spells($0.name, SystemField.modTime.rawValue)
      }
      guard !isIndexed else { return nil }
      return Finding(
        message: "'\(file.shownName(type.name))' cannot be queried by ___modTime",
        range: file.tokens[type.name].range,
        help: "for incremental sync, declare \"___modTime\" TIMESTAMP QUERYABLE SORTABLE")
    })
  }
}
