import CloudKitRecords

/// The operations of CloudKit Web Services.
///
/// Source: Apple, CloudKit Web Services Reference, and CloudKit JS.
enum KnownOperation: String, CaseIterable, Sendable {
  case assetsRereference = "assets/rereference"
  case assetsUpload = "assets/upload"
  case changesDatabase = "changes/database"
  case changesZone = "changes/zone"
  case recordsAccept = "records/accept"
  case recordsChanges = "records/changes"
  case recordsLookup = "records/lookup"
  case recordsModify = "records/modify"
  case recordsQuery = "records/query"
  case recordsResolve = "records/resolve"
  case subscriptionsList = "subscriptions/list"
  case subscriptionsLookup = "subscriptions/lookup"
  case subscriptionsModify = "subscriptions/modify"
  case tokensCreate = "tokens/create"
  case tokensRegister = "tokens/register"
  case usersCaller = "users/caller"
  case usersCurrent = "users/current"
  case usersDiscover = "users/discover"
  case usersLookupContacts = "users/lookup/contacts"
  case usersLookupEmail = "users/lookup/email"
  case usersLookupID = "users/lookup/id"
  case zonesChanges = "zones/changes"
  case zonesList = "zones/list"
  case zonesLookup = "zones/lookup"
  case zonesModify = "zones/modify"

  /// Whether a GET request is accepted, because the operation needs no body.
  var takesGET: Bool {
    switch self {
    case .zonesList, .usersCurrent, .usersCaller, .usersDiscover, .subscriptionsList, .usersLookupContacts: true
    default: false
    }
  }

  /// The refusal of the operation for a server-to-server key on the public database; `nil` for supported operations.
  ///
  /// In live use, `users/` required a user and answered 421. According to the documentation, changes and zones belong
  /// to the private and shared databases; the texts of their errors are unknown.
  var refusal: Refusal? {
    switch self {
    case .assetsUpload, .recordsLookup, .recordsModify, .recordsQuery, .usersCaller, .usersCurrent, .zonesList,
      .zonesLookup:
      nil
    case .usersDiscover, .usersLookupContacts, .usersLookupEmail, .usersLookupID, .recordsAccept:
      .needsUser(rawValue)
    case .changesDatabase, .changesZone, .recordsChanges, .zonesChanges, .zonesModify:
      Refusal(.badRequest, "\(rawValue) is not supported in the public database")
    case .tokensCreate, .tokensRegister: Refusal(.notFound, "\(rawValue) is not a database operation")
    case .assetsRereference, .recordsResolve, .subscriptionsList, .subscriptionsLookup, .subscriptionsModify:
      Refusal(.badRequest, "\(rawValue) is not there in the emulator")
    }
  }
}
