import Catalog
import CloudKitRecords

/// Where subscriber counts come from.
package enum SubscriberSource: Sendable {
  /// The FeedSubscription records of the store: every feed has a count, 0 where there is none.
  case subscriptions
  /// A file: only what it names has one.
  case table(CountTable)

  /// What a file says; `nil` where there is none.
  var table: CountTable? { if case .table(let table) = self { table } else { nil } }
}

/// The counts of a run, feed by feed.
struct SourceCounts {
  private let counts: [FieldValue: CreatorCount]
  private let table: CountTable?
  private var found: Set<RecordName> = []
  private var foundInTable: Set<Int> = []

  init(_ source: SubscriberSource, in store: any RecordStore) async throws(RecordStoreError) {
    switch source {
    case .subscriptions:
      table = nil
      counts = try await store.countByCreator(
        CatalogTable.subscriptions.recordType, by: SubscriptionField.feedRecordName.name)
    case .table(let table):
      self.table = table
      counts = [:]
    }
  }

  /// Records, those of feeds that do not exist among them; without repeats.
  var subscriptions: Int { counts.values.reduce(0) { $0 + $1.records - $1.repeats } }
  /// Records that are a creator's second or later of a feed.
  var repeats: Int { counts.values.reduce(0) { $0 + $1.repeats } }

  /// What is known of a feed; `nil` where nothing is said of it.
  mutating func figures(of entry: FeedEntry) -> CountTable.Figures? {
    if let table {
      guard let (index, figures) = table.figures(of: entry) else { return nil }
      foundInTable.insert(index)
      return figures
    }
    var figures = CountTable.Figures()
    let count = counts[.string(entry.recordName.rawValue)]
    figures.count = count.map { $0.records - $0.repeats } ?? 0
    if count != nil { found.insert(entry.recordName) }
    return figures
  }

  /// A feed that cannot be read exists: its subscriptions are no orphans.
  mutating func exists(_ feed: RecordName) { found.insert(feed) }

  /// The counts of feeds that do not exist, most first.
  var orphans: [SubscriberRun.Orphan] {
    if let table { return table.orphans(besides: foundInTable) }
    return counts.compactMap { value, count in
      guard let name = value.string, !found.contains(RecordName(name)) else { return nil }
      return SubscriberRun.Orphan(feed: name, subscriptions: count.records - count.repeats)
    }
    .sorted(by: SubscriberRun.Orphan.precedes)
  }
}
