import CloudKitRecords

/// The operations of CloudKit Web Services that the emulator supports.
enum KnownOperation: String, Sendable {
  case assetsUpload = "assets/upload"
  case recordsLookup = "records/lookup"
  case recordsModify = "records/modify"
  case recordsQuery = "records/query"
  case usersCaller = "users/caller"
  case usersCurrent = "users/current"
  case zonesList = "zones/list"
  case zonesLookup = "zones/lookup"

  /// Whether a GET request is accepted, because the operation needs no body.
  var takesGET: Bool { self == .zonesList || self == .usersCurrent || self == .usersCaller }
}

extension Refusal {
  /// Returns the refusal of an operation that the emulator does not support for a server-to-server key.
  ///
  /// In live use, `users/` required a user and answered 421. According to the documentation, changes and zones belong
  /// to the private and shared databases; the texts of their errors are unknown.
  ///
  /// Source of the names: Apple, CloudKit Web Services Reference, and CloudKit JS.
  static func unsupported(_ operation: String) -> Refusal {
    switch operation {
    // Clients tested on the live service expect 401 here.
    case "users/discover": .unauthenticated("\(operation) requires a signed-in user")
    case "users/lookup/contacts", "users/lookup/email", "users/lookup/id", "records/accept":
      .needsUser(operation)
    case "changes/database", "changes/zone", "records/changes", "zones/changes", "zones/modify":
      Refusal(.badRequest, "\(operation) is not supported in the public database")
    case "tokens/create", "tokens/register": Refusal(.notFound, "\(operation) is not a database operation")
    case "assets/rereference", "records/resolve", "subscriptions/list", "subscriptions/lookup", "subscriptions/modify":
      Refusal(.badRequest, "\(operation) is not available in the emulator")
    default: Refusal(.notFound, "unknown operation '\(operation.prefix(60))'")
    }
  }
}
