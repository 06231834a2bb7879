import Catalog
import CloudKitRecords

/// Counts of a run, looked up feed by feed.
struct SourceCounts {
  private let counts: [FieldValue: CreatorCount]
  private let table: CountTable?
  private var found: Set<RecordName> = []
  private var foundInTable: Set<Int> = []

  /// Uses a file's counts, or counts the store's FeedSubscription records if there is no file.
  init(_ table: CountTable?, in store: any RecordStore) async throws(RecordStoreError) {
    self.table = table
    let type = CatalogTable.subscriptions.recordType
    counts =
      if table == nil { try await store.countByCreator(type, by: SubscriptionField.feedRecordName.name) } else { [:] }
  }

  /// Number of subscriptions, including those to missing feeds, without repeats.
  var subscriptions: Int { counts.total }
  /// Number of records in which a creator subscribes to the same feed again.
  var repeats: Int { counts.values.reduce(0) { $0 + $1.repeats } }

  /// Returns the figures for a feed; `nil` if the source has none.
  mutating func figures(of entry: FeedEntry) -> CountTable.Figures? {
    if let table {
      guard let (indices, figures) = table.figures(of: entry) else { return nil }
      foundInTable.formUnion(indices)
      return figures
    }
    // Before the first subscription, a count of 0 would claim that there are no subscribers.
    if counts.isEmpty, entry.subscriberCount == nil, entry.metadata?.subscriberCount == nil { return nil }
    var figures = CountTable.Figures()
    let count = counts[.string(entry.recordName.rawValue)]
    figures.count = count?.withoutRepeats ?? 0
    if count != nil { found.insert(entry.recordName) }
    return figures
  }

  /// Marks a feed as existing: an unreadable feed still exists, so its subscriptions are not orphans.
  mutating func exists(_ feed: RecordName) { found.insert(feed) }

  /// Subscriptions to missing feeds, largest number first.
  var orphans: [SubscriberRun.Orphan] {
    if let table { return table.orphans(besides: foundInTable) }
    return counts.compactMap { value, count in
      guard let name = value.string, !found.contains(RecordName(name)) else { return nil }
      return SubscriberRun.Orphan(feed: name, subscriptions: count.withoutRepeats)
    }
    .sorted(by: SubscriberRun.Orphan.precedes)
  }
}
