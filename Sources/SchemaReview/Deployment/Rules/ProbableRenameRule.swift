import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  /// The rule about likely renames.
  package static let probableRename = DeploymentRule(
    RuleDocumentation(
      id: "probable-rename",
      summary: "an added name probably replaces a removed one",
      severity: .warning,
      evidence: .assumed,
      why: """
        CloudKit cannot rename: production refuses the removal, and the added field or record type is empty. The pair is \
        inferred from types, names and indexes.
        """,
      source: "schemas in public repositories",
      remedy: "Keep the old name beside the new one until no app reads it.",
      bad: .deployment(of: .feed("publishedDate TIMESTAMP,"), over: .feed("pubDate TIMESTAMP,")),
      good: .deployment(of: .feed("pubDate TIMESTAMP,", "publishedDate TIMESTAMP,"), over: .feed("pubDate TIMESTAMP,"))),
    .policy(.deploy),
    describingRename: { rename, comparison in
      switch rename {
      case .recordType(let old, let new):
        (
          "record type \(new) is probably \(old) of \(comparison.oldName), renamed",
          "CloudKit cannot rename record types: keep \(old) beside \(new) and copy the records"
        )
      case .field(let old, let new, let type):
        (
          "\(type).\(new.name) is probably \(type).\(old.name) of \(comparison.oldName), renamed",
          "CloudKit cannot rename fields: keep \(old.name) beside \(new.name) and copy the values"
        )
      }
    })
}
