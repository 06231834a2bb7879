import CloudKitSchema
import Diagnostics

extension DeploymentRule {
  static let typeWithoutGrants = DeploymentRule(
    RuleDocumentation(
      id: "type-without-grants",
      summary: "a new record type has no grants",
      severity: .warning,
      evidence: .documented,
      why: "Without grants, no one can use the record type in the public database. Private databases need no grants.",
      source: .schemaGuide("Permissions"),
      remedy: "Grant the permissions that apps need: READ to \"_world\", CREATE to \"_icloud\", WRITE to \"_creator\".",
      bad: .deployment(of: .feeds("RECORD TYPE Tag ( label STRING );"), over: .feeds()),
      good: .deployment(of: .feeds(#"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#), over: .feeds())),
    .policy(.client)
  ) { change, comparison in
    guard case .recordTypeAdded(let type) = change, type.grants.isEmpty else { return nil }
    return (
      "record type \(type.name) is new in \(comparison.newName) and has no grants",
      "grant the permissions that apps need, unless only private databases use the record type"
    )
  }
}
