package import CloudKitRecords
import Diagnostics

/// Change to the catalog that probe results suggest and a curator decides on.
package struct FeedProposal: Hashable, Sendable {
  /// The kinds in the order of lists: those that may take a feed from its readers come first.
  package enum Kind: String, CaseIterable, Sendable {
    /// Another feed has taken the feed's place; until it is confirmed or dismissed, nothing of it is stored.
    case replaced
    /// The feed is gone, or has failed for a long time.
    case deactivate
    /// The feed redirects to another feed of the catalog.
    case duplicate
    /// The feed has moved permanently.
    case newURL = "new-url"
    /// The feed is inactive and works.
    case reactivate
    /// The same address is available over HTTPS.
    case https
    /// The feed provides metadata that the catalog lacks.
    case fillMissing = "fill-missing"

    /// Whether such a proposal is applied only if a person names its kind: a curator may have deactivated a feed that
    /// works, and a replaced feed may be the same one after all.
    package var needsDecision: Bool { self == .replaced || self == .reactivate }
  }

  package let kind: Kind
  package let feed: RecordName
  package let title: String
  /// The feed's stored address.
  package let address: String
  /// Field to change, as named in the layout.
  package let field: String
  /// Current value; `nil` if the field is empty.
  package let old: FieldValue?
  package let new: FieldValue
  package let reason: String
  /// What the reason is based on, without counts that grow. A dismissed proposal is listed again if this changes.
  let basis: String

  /// A short identifier, by which a text names the proposal. It changes with the proposal's reason.
  package var id: String { String(StableHash("\(feed) \(dismissal)".utf8).value, radix: 36) }

  /// The text that identifies the proposal of a feed among dismissed ones.
  var dismissal: String { "\(kind.rawValue) \(field) \(new.string ?? "") \(basis)" }
}
