import Catalog
import CloudKitRecords
import CloudKitSchema

/// A kind of record that a seed creates.
package enum SeedKind: String, CaseIterable, Sendable {
  case category, feed, metadata, collection

  /// The plural name of the kind, for reports.
  package var plural: String {
    switch self {
    case .category: "categories"
    case .feed: "feeds"
    case .metadata: "metadata"
    case .collection: "collections"
    }
  }

  /// The table that contains records of the kind.
  var table: CatalogTable {
    switch self {
    case .category: .categories
    case .feed: .feeds
    case .metadata: .metadata
    case .collection: .collections
    }
  }

  /// Returns the record type of the kind in a layout.
  func recordType(in layout: CatalogLayout) -> RecordType.Name { table.type(in: layout) ?? table.recordType }
}

/// A step for one record. The plan provides the record's name, label, and place.
package struct SeedStep: Sendable {
  /// An action on a record.
  package enum Action: Hashable, Sendable {
    /// Create a new record.
    case create
    /// Update an existing record.
    case update([FieldChange], changeTag: String?)
    /// Change nothing: the record already matches the seed.
    case unchanged
    /// Change nothing: another seed, with the given title, states the same feed.
    case duplicate(of: String)
    /// Change nothing, for the given reason.
    case skipped(String)
  }

  /// The reason to skip a feed that the user excludes.
  static let denied = "it is on the denylist"

  /// Whether the step skips a feed that its seed could state, so that the container's record must not be deleted.
  package var isUnresolved: Bool { if case .skipped(let reason) = action { reason != Self.denied } else { false } }

  /// The kind of record.
  package let kind: SeedKind
  /// The action on the record.
  package var action: Action
  /// The index of the seed among those of its kind. Metadata steps use the index of their feed's seed.
  let seed: Int
}
