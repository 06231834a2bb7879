import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  /// Gives a field or a record type another name.
  static let probableRename = DeploymentRule(
    RuleDocumentation(
      id: "probable-rename",
      summary: "something came that is probably something gone under another name",
      severity: .warning,
      evidence: .assumed,
      why: "CloudKit has no renaming: what is gone is refused, and what came is empty. The pair is our "
        + "guess, from types, names and indexes.",
      source: "our reading of schemas in public repositories",
      remedy: "Keep the old name beside the new one until no app reads it.",
      bad: .deployment(of: .feed("publishedDate TIMESTAMP,"), over: .feed("pubDate TIMESTAMP,")),
      good: .deployment(of: .feed("pubDate TIMESTAMP,", "publishedDate TIMESTAMP,"), over: .feed("pubDate TIMESTAMP,"))),
    .policy(.deploy),
    sayingOfRename: { rename, comparison in
      switch rename {
      case .recordType(let old, let new):
        (
          "record type \(new) is probably \(old) of \(comparison.oldName) under another name",
          "CloudKit has no renaming: keep \(old) beside \(new) and copy the records"
        )
      case .field(let old, let new, let type):
        (
          "\(type).\(new.name) is probably \(type).\(old.name) of \(comparison.oldName) under another name",
          "CloudKit has no renaming: keep \(old.name) beside \(new.name) and copy the values"
        )
      }
    })
}
