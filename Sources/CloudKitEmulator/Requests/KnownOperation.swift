import CloudKitRecords

/// The operations CloudKit Web Services has.
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

  /// Whether a request may be a GET: what has no body.
  var takesGET: Bool {
    switch self {
    case .zonesList, .usersCurrent, .usersCaller, .usersDiscover, .subscriptionsList, .usersLookupContacts: true
    default: false
    }
  }

  /// Why the operation is refused to a server-to-server key on the public database; `nil` for those that are served.
  ///
  /// That `users/` wants a user, and answers 421, was seen in live use; that changes and zones belong to the private
  /// and shared databases is documented. The texts of the latter are not known.
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
