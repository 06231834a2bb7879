import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let coreDataReference = SchemaRule(
    RuleDocumentation(
      id: "core-data-reference",
      summary: "a record type of Core Data has a REFERENCE field",
      severity: .warning, evidence: .reported,
      why: """
        Core Data and SwiftData store a relationship as a STRING with a record name. They neither write nor read a \
        REFERENCE.
        """,
      source: "robbiet480/Dispatch, docs/cloudkit-schema.md; exports of Core Data containers in public repositories",
      remedy: "Declare the relationship as STRING, or export the schema of the development environment.",
      bad: .recordType("CD_feed REFERENCE QUERYABLE,", name: "CD_Article"),
      good: .recordType("CD_feed STRING QUERYABLE SEARCHABLE SORTABLE,", name: "CD_Article"))
  ) { file, _ in
    file.recordTypes.filter { file.name($0.name, startsWith: "CD_") }.flatMap { type in
      file.fields[type.fields].compactMap { field -> Finding? in
        guard field.type?.primitive == .reference, !file.isSystemName(field.name) else { return nil }
        return Finding(
          message: "Core Data does not use the REFERENCE '\(file.shownName(field.name))'",
          range: file.range(of: field.typeTokens), help: "Core Data stores relationships as STRING",
          subject: "\(file.name(type.name)).\(file.name(field.name))")
      }
    }
  }
}
