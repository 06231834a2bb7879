package import Diagnostics

/// Rules about a live schema and the file that should describe it.
extension Rule {
  /// Sorted by id.
  package static let ofDrift: [Rule] = [
    .fieldDrift, .fieldTypeDrift, .grantDrift, .indexDrift, .recordTypeDrift, .roleDrift,
  ]

  static let fieldDrift = drift(
    "field-drift", of: "the fields", why: "Apps that use a field as the file declares it fail on the live container.",
    live: .feed("title STRING,"), file: .feed("title STRING,", "score INT64,"))

  static let fieldTypeDrift = drift(
    "field-type-drift", of: "the type of a field",
    why: "Apps that use a field as the file declares it fail on the live container.", live: .feed("title INT64,"),
    file: .feed("title STRING,"))

  static let grantDrift = drift(
    "grant-drift", of: "the grants", why: "Users have other permissions than the file states.",
    live: .feed("title STRING,", #"GRANT CREATE TO "_icloud","#), file: .feed("title STRING,"))

  static let indexDrift = drift(
    "index-drift", of: "the indexes of a field", why: "Queries that the file allows fail on the live container.",
    live: .feed("title STRING QUERYABLE,"), file: .feed("title STRING,"))

  static let recordTypeDrift = drift(
    "record-type-drift", of: "the record types",
    why: "Apps that use a record type as the file declares it fail on the live container.", live: .feeds(),
    file: .feeds(#"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#))

  static let roleDrift = drift(
    "role-drift", of: "the roles", why: "Users have other permissions than the file states.",
    live: .feed("title STRING,"), file: .feed("title STRING,", after: "CREATE ROLE Admin;"))

  private static func drift(_ id: String, of subject: String, why: String, live: String, file: String) -> Rule {
    Rule(
      id, .error, .documented, "\(subject) of the live schema and of the file differ", why: why,
      source: "celestra-admin schema drift",
      remedy: "Run 'schema pull' to accept the live schema, or 'schema push' and 'schema deploy' to change it.",
      bad: .deployment(of: file, over: live), good: .deployment(of: file, over: file), scope: .drift)
  }
}

extension SchemaChange {
  var driftRule: Rule {
    switch self {
    case .roleAdded, .roleRemoved: .roleDrift
    case .recordTypeAdded, .recordTypeRemoved: .recordTypeDrift
    case .fieldAdded, .fieldRemoved: .fieldDrift
    case .fieldTypeChanged: .fieldTypeDrift
    case .indexesChanged: .indexDrift
    case .grantAdded, .grantRemoved, .permissionsChanged: .grantDrift
    }
  }
}
