import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  /// Adds a record type that code does not list yet.
  static let recordTypeAdded = DeploymentRule(
    RuleDocumentation(
      id: "record-type-added",
      summary: "a record type has come",
      severity: .warning,
      evidence: .assumed,
      why: "Code made from the schema, and code that lists every record type, does not know it yet.",
      source: "our reading; the practice of tools that compare interfaces",
      remedy: "Bring the code to the schema in the same release.",
      bad: .deployment(of: .feeds(#"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#), over: .feeds()),
      good: .deployment(of: .feeds(), over: .feeds())),
    .policy(.source)
  ) { change, comparison in
    guard case .recordTypeAdded(let type) = change else { return nil }
    return (
      "record type \(type.name) of \(comparison.newName) is not in \(comparison.oldName)",
      "bring the code that lists the record types to the schema"
    )
  }
}
