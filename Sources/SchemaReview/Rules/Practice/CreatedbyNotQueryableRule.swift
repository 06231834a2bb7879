import CloudKitSchema
import Diagnostics

extension SchemaRule {
  static let createdbyNotQueryable = SchemaRule(
    RuleDocumentation(
      id: "createdby-not-queryable",
      summary: "_world cannot read a record type, and ___createdBy is not QUERYABLE",
      severity: .warning, evidence: .reported,
      why: """
        If _world has no READ, CloudKit adds a filter by creator to queries of the public database. Without an index \
        on ___createdBy, they fail with "Field 'createdBy' is not marked queryable".
        """,
      source: "robbiet480/Dispatch, docs/moderation.md",
      remedy: "Declare \"___createdBy\" REFERENCE QUERYABLE, or suppress the rule for a type of private databases.",
      bad: .recordType("title STRING,", grant: #"READ TO "_creator""#),
      good: .recordType(#""___createdBy" REFERENCE QUERYABLE,"#, "title STRING,", grant: #"READ TO "_creator""#)),
    skipsGenerated: true
  ) { file, _ in
    file.findingsInTypes({ type in
      let grants = file.grants[type.grants]
      let isReadable = grants.contains { $0.permissions.contains(.read) }
      guard isReadable, !grants.contains(where: { $0.systemRole == .world && $0.permissions.contains(.read) }),
        !file.fields[type.fields].contains(where: {
          // Only private databases support encrypted fields.
          $0.type?.isEncrypted == true || $0.indexes.contains(.queryable) && file.systemField($0.name) == .createdBy
        })
      else { return nil }
      return Finding(
        message: "queries of '\(file.shownName(type.name))' filter by creator, but its ___createdBy is not QUERYABLE",
        range: file.tokens[type.name].range, help: "declare \"___createdBy\" REFERENCE QUERYABLE")
    })
  }
}
