package import CloudKitRecords

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
}

/// What is to become of one record.
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
  /// Its name; empty for a seed that never gets one.
  package let name: RecordName
  /// What to call it in reports.
  package let label: String
  /// What to do.
  package var action: Action
  /// Where the seed stands; `nil` for records the tool adds by itself.
  package let place: SeedPlace?
  /// Which of its kind it comes from: of the category and collection seeds, or of the wanted feeds.
  let seed: Int
}
