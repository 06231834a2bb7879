import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  /// Takes an index away that apps may need.
  static let indexRemoved = DeploymentRule(
    RuleDocumentation(
      id: "index-removed",
      summary: "a field is no longer indexed for what it was",
      severity: .error,
      evidence: .documented,
      why: "Queries that need the index fail, in apps that are out there and cannot be changed.",
      source: "Apple, CloudKit Quick Start, Deploying: indexes are part of the schema",
      remedy: "Keep the index while a shipped app may ask for it.",
      bad: .deployment(of: .feed("title STRING QUERYABLE,"), over: .feed("title STRING QUERYABLE SORTABLE,")),
      good: .deployment(of: .feed("title STRING QUERYABLE SORTABLE,"), over: .feed("title STRING QUERYABLE SORTABLE,"))),
    .policy(.client)
  ) { change, comparison in
    guard case .indexesChanged(let field, let type, let old, let new) = change else { return nil }
    let lost = old.subtracting(new)
    guard !lost.isEmpty, comparison.declares(field, of: type) else { return nil }
    return (
      "\(type).\(field) is \(lost) in \(comparison.oldName) and not in \(comparison.newName)",
      "write \(lost) again while a shipped app may query or sort by \(field)"
    )
  }
}
