import CloudKitSchema
import Diagnostics

/// Rules about record types.
extension DeploymentRule {
  static let recordTypeAdded = DeploymentRule(
    RuleDocumentation(
      "record-type-added", .error, .documented, "a record type is added",
      why: "Generated code, and code that lists every record type, does not include it yet.",
      source: "the policy 'source' of 'celestra-admin schema plan'",
      remedy: "Update the code in the same release.",
      bad: .deployment(of: .feeds(#"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#), over: .feeds()),
      good: .deployment(of: .feeds(), over: .feeds())),
    .policy(.source)
  ) { change, comparison in
    guard case .recordTypeAdded(let type) = change else { return nil }
    return (
      "record type \(type.name) is in \(comparison.newName) but not in \(comparison.oldName)",
      "update code that lists the record types"
    )
  }

  static let recordTypeRemoved = DeploymentRule(
    RuleDocumentation(
      "record-type-removed", .error, .documented, "a record type of the live schema is missing",
      why: """
        Production refuses a schema that would lose records, and applies no part of it. A schema import replaces every \
        record type of a container, including those that only private databases use.
        """,
      source: .schemaGuide("Add, Modify, and Remove"),
      remedy: "Keep the record type, mark it as deprecated and stop using it.",
      bad: .deployment(of: .feeds(), over: .feeds(#"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#)),
      good: .deployment(
        of: .feeds("-- DEPRECATED", #"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#),
        over: .feeds(#"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#))),
    .policy(.deploy)
  ) { change, comparison in
    guard case .recordTypeRemoved(let type) = change else { return nil }
    return (
      "record type \(type.name) is in \(comparison.oldName) but not in \(comparison.newName)",
      "keep the record type and mark it as deprecated; production refuses the schema without it"
    )
  }

  static let typeWithoutGrants = DeploymentRule(
    RuleDocumentation(
      "type-without-grants", .warning, .documented, "a new record type has no grants",
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
