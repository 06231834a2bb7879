import Catalog
import CloudKitRecords
import CloudKitSchema

/// What a seed makes.
package enum SeedKind: String, CaseIterable, Sendable {
  case category, feed, metadata, collection

  /// The kind in the plural, as reports have it.
  package var plural: String {
    switch self {
    case .category: "categories"
    case .feed: "feeds"
    case .metadata: "metadata"
    case .collection: "collections"
    }
  }

  /// The record type of the kind in a layout.
  func recordType(in layout: CatalogLayout) -> RecordType.Name {
    switch self {
    case .category: FeedCategory.recordType
    case .feed: layout.feedType
    case .metadata: FeedMetadata.recordType
    case .collection: FeedCollection.recordType
    }
  }
}

/// What is to become of one record. The plan it belongs to says more of it: its name, what to call it, where it stands.
package struct SeedStep: Sendable {
  /// What to do.
  package enum Action: Hashable, Sendable {
    /// A new record.
    case create
    /// Changes of a record that exists.
    case update([FieldChange], changeTag: String?)
    /// Nothing: it is as the seed wants it.
    case unchanged
    /// Nothing: another seed is the same feed; its title is given.
    case duplicate(of: String)
    /// Nothing, for a reason.
    case skipped(String)
  }

  /// What the record is.
  package let kind: SeedKind
  /// What to do.
  package var action: Action
  /// Which of the seeds of its kind it comes from; metadata comes from its feed's.
  let seed: Int
}
