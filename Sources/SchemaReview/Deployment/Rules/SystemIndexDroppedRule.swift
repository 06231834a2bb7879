import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  /// Drops the index of a system field by leaving its line out.
  static let systemIndexDropped = DeploymentRule(
    RuleDocumentation(
      id: "system-index-dropped",
      summary: "a system field's line is gone, and its index with it",
      severity: .error,
      evidence: .documented,
      why: "A system field exists without a line, but its index does not: leaving the line out drops the "
        + "index without a word.",
      source: .schemaGuide("System Fields"),
      remedy: "Write the line again.",
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
      "\(type).\(field) is \(lost) in \(comparison.oldName) and has no line in \(comparison.newName)",
      "write \(Field(name: field, type: system.type, indexes: old)) again: without its line the index is dropped"
    )
  }
}
