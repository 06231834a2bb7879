import CloudKitSchema
package import Diagnostics

/// A kind of difference between a live schema and the file that should describe it.
package enum DriftRule: String, CaseIterable, Sendable {
  case field = "field-drift"
  case fieldType = "field-type-drift"
  case grant = "grant-drift"
  case index = "index-drift"
  case recordType = "record-type-drift"
  case role = "role-drift"

  init(_ change: SchemaChange) {
    self =
      switch change {
      case .roleAdded, .roleRemoved: .role
      case .recordTypeAdded, .recordTypeRemoved: .recordType
      case .fieldAdded, .fieldRemoved: .field
      case .fieldTypeChanged: .fieldType
      case .indexesChanged: .index
      case .grantAdded, .grantRemoved, .permissionsChanged: .grant
      }
  }

  /// The documentation of the rule.
  package var documentation: RuleDocumentation {
    RuleDocumentation(
      rawValue, .error, .documented, "\(subject) of the live schema and of the file differ", why: why,
      source: "celestra-admin schema drift",
      remedy: "Run 'schema pull' to accept the live schema, or 'schema push' and 'schema deploy' to change it.",
      bad: .deployment(of: bad.file, over: bad.live), good: .deployment(of: bad.file, over: bad.file))
  }

  private var subject: String {
    switch self {
    case .field: "the fields"
    case .fieldType: "the type of a field"
    case .grant: "the grants"
    case .index: "the indexes of a field"
    case .recordType: "the record types"
    case .role: "the roles"
    }
  }

  private var why: String {
    switch self {
    case .field, .fieldType: "Apps that use a field as the file declares it fail on the live container."
    case .grant, .role: "Users have other permissions than the file states."
    case .index: "Queries that the file allows fail on the live container."
    case .recordType: "Apps that use a record type as the file declares it fail on the live container."
    }
  }

  private var bad: (live: String, file: String) {
    let title = String.feed("title STRING,")
    return switch self {
    case .field: (title, .feed("title STRING,", "score INT64,"))
    case .fieldType: (.feed("title INT64,"), title)
    case .grant: (.feed("title STRING,", #"GRANT CREATE TO "_icloud","#), title)
    case .index: (.feed("title STRING QUERYABLE,"), title)
    case .recordType: (.feeds(), .feeds(#"RECORD TYPE Tag ( label STRING, GRANT READ TO "_world" );"#))
    case .role: (title, .feed("title STRING,", after: "CREATE ROLE Admin;"))
    }
  }
}
