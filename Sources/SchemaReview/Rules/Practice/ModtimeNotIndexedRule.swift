import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let modtimeNotIndexed = SchemaRule(
    RuleDocumentation(
      id: "modtime-not-indexed",
      summary: "records cannot be asked for by the time of their change",
      severity: .info, evidence: .documented,
      why: "Fetching what changed since the last time needs an index of ___modTime.",
      source: .schemaGuide("System Fields"),
      remedy: "Declare \"___modTime\" TIMESTAMP QUERYABLE SORTABLE.",
      bad: .recordType(),
      good: .recordType(#""___modTime" TIMESTAMP QUERYABLE SORTABLE,"#)), isOptIn: true
  ) { file in
    file.findingsInTypes({ type in
      let isIndexed = file.fields[type.fields].contains {
        !$0.indexes.isEmpty && file.beginsLikeSystemField($0.name) && file.spells($0.name, SystemField.modTime.rawValue)
      }
      guard !isIndexed else { return nil }
      return Finding(
        message: "'\(file.shownName(type.name))' cannot be asked for by ___modTime",
        range: file.tokens[type.name].range,
        help: "for incremental sync declare \"___modTime\" TIMESTAMP QUERYABLE SORTABLE")
    })
  }
}
