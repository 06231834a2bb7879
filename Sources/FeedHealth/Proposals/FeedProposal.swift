package import CloudKitRecords

/// Change to the catalog that probe results suggest and a curator decides on.
package struct FeedProposal: Hashable, Sendable {
  package enum Kind: String, CaseIterable, Sendable {
    /// The feed has moved permanently.
    case newURL = "new-url"
    /// The same address is available over HTTPS.
    case https
    /// Another feed has taken the feed's place; until it is confirmed or dismissed, nothing of it is stored.
    case replaced
    /// The feed is gone.
    case deactivate
    /// The feed redirects to another feed of the catalog.
    case duplicate
    /// The feed provides metadata that the catalog lacks.
    case fillMissing = "fill-missing"
  }

  package let kind: Kind
  package let feed: RecordName
  /// Display name.
  package let title: String
  /// The feed's stored address.
  package let address: String
  /// Field to change, as named in the layout.
  package let field: String
  /// Current value; `nil` if the field is empty.
  package let old: FieldValue?
  package let new: FieldValue
  package let reason: String
}
