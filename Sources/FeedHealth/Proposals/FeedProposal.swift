package import CloudKitRecords

/// A change to the catalogue that probes speak for, and a curator decides on.
package struct FeedProposal: Hashable, Sendable {
  /// What kind of change.
  package enum Kind: String, CaseIterable, Sendable {
    /// The feed has moved for good.
    case newURL = "new-url"
    /// The same address is served securely.
    case https
    /// The feed is gone.
    case deactivate
    /// The feed has moved to where another feed of the catalogue is.
    case duplicate
    /// The feed itself says what the catalogue does not.
    case fillMissing = "fill-missing"
  }

  /// What kind.
  package let kind: Kind
  /// The feed.
  package let feed: RecordName
  /// The name to show.
  package let title: String
  /// The field to change, as the layout names it.
  package let field: String
  /// What it holds; `nil` for nothing.
  package let old: FieldValue?
  /// What it would hold.
  package let new: FieldValue
  /// What speaks for it.
  package let reason: String
}
