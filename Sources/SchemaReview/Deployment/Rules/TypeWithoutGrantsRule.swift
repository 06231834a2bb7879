import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  /// Adds a record type nobody may use in the public database.
  static let typeWithoutGrants = DeploymentRule(
    RuleDocumentation(
      id: "type-without-grants",
      summary: "a new record type grants nothing",
      severity: .warning,
      evidence: .documented,
      why: "Without a grant nobody can use the record type in the public database; for private databases "
        + "that is right.",
      source: .schemaGuide("Permissions"),
      remedy: "Grant what apps need: READ to \"_world\", CREATE to \"_icloud\", WRITE to \"_creator\".",
      bad: .deployment(of: .feeds("RECORD TYPE Tag ( label STRING );"), over: .feeds()),
      good: .deployment(of: .feeds(#"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#), over: .feeds())),
    .policy(.client)
  ) { change, comparison in
    guard case .recordTypeAdded(let type) = change else { return nil }
    guard type.grants.isEmpty else { return nil }
    return (
      "record type \(type.name), which \(comparison.oldName) has not, grants nothing in \(comparison.newName)",
      "grant what apps need, unless it is for private databases only"
    )
  }
}
