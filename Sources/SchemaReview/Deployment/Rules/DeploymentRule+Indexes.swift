import CloudKitSchema
import Diagnostics

/// Rules about indexes.
extension DeploymentRule {
  static let indexRemoved = DeploymentRule(
    RuleDocumentation(
      "index-removed", .error, .documented, "a field loses an index",
      why: "Queries that need the index fail in shipped apps, which cannot be changed.",
      source: "Apple, CloudKit Quick Start, Deploying: indexes are part of the schema",
      remedy: "Keep the index while a shipped app may need it.",
      bad: .deployment(of: .feed("title STRING QUERYABLE,"), over: .feed("title STRING QUERYABLE SORTABLE,")),
      good: .deployment(of: .feed("title STRING QUERYABLE SORTABLE,"), over: .feed("title STRING QUERYABLE SORTABLE,"))),
    .policy(.client)
  ) { change, comparison in
    guard case .indexesChanged(let field, let type, let old, let new) = change else { return nil }
    let lost = old.subtracting(new)
    guard !lost.isEmpty, comparison.declares(field, of: type) else { return nil }
    return (
      "\(type).\(field) is \(lost) in \(comparison.oldName) but not in \(comparison.newName)",
      "keep \(lost) while a shipped app may query or sort by \(field)"
    )
  }

  static let systemIndexDropped = DeploymentRule(
    RuleDocumentation(
      "system-index-dropped", .error, .documented, "a system field's line is removed, and its index with it",
      why: "A system field exists without a line, but its index does not: removing the line silently drops the index.",
      source: .schemaGuide("System Fields"),
      remedy: "Restore the line.",
      bad: .deployment(
        of: .feed("title STRING,"), over: .feed(#""___recordID" REFERENCE QUERYABLE,"#, "title STRING,")),
      good: .deployment(
        of: .feed(#""___recordID" REFERENCE QUERYABLE,"#, "title STRING,"),
        over: .feed(#""___recordID" REFERENCE QUERYABLE,"#, "title STRING,"))),
    .policy(.client)
  ) { change, comparison in
    guard case .indexesChanged(let field, let type, let old, let new) = change else { return nil }
    let lost = old.subtracting(new)
    guard !lost.isEmpty, !comparison.declares(field, of: type), let system = SystemField(rawValue: field) else {
      return nil
    }
    return (
      "\(type).\(field) is \(lost) in \(comparison.oldName) but has no line in \(comparison.newName)",
      "restore \(Field(name: field, type: system.type, indexes: old)); without its line, the index is dropped"
    )
  }
}
