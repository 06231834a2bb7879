package import Catalog
package import CloudKitRecords

/// How many subscribe to a feed, and what is published of it.
package struct SubscriberCount: Hashable, Sendable {
  /// The feed as it was read, with the counts it had.
  package let entry: FeedEntry
  /// The raw number.
  package let counted: Int
  /// What is published of it.
  package let published: Int

  /// Whether the feed or its metadata publishes another number.
  package var isChanged: Bool {
    entry.subscriberCount != published || entry.metadata.map { $0.subscriberCount != published } ?? false
  }
}

/// Counts the subscriptions of every feed, and writes what is published of the counts where that changed.
///
/// Only counts are kept, never who subscribes. What was done stays readable in `summary` where the store stops answering
/// half way; run again, it goes on.
package struct SubscriberRun: Sendable {
  /// Subscriptions of a feed that does not exist.
  package struct Orphan: Hashable, Sendable {
    /// The record name they give.
    package let feed: RecordName
    /// How many there are.
    package let subscriptions: Int
  }

  /// What was found and done.
  package struct Summary: Hashable, Sendable {
    /// Subscriptions of all feeds, those that do not exist among them.
    package fileprivate(set) var subscriptions = 0
    /// Feeds gone through.
    package fileprivate(set) var feeds = 0
    /// Feeds with a subscription.
    package fileprivate(set) var subscribedFeeds = 0
    /// Feeds whose count is published as 0 though it is not.
    package fileprivate(set) var suppressed = 0
    /// Subscriptions of feeds that do not exist, most first.
    package fileprivate(set) var orphans: [Orphan] = []
    /// What is wrong in the catalogue.
    package fileprivate(set) var problems: [CatalogProblem] = []
    /// What became of the changes.
    package fileprivate(set) var changes = ChangeOutcome()
  }

  /// What was found and done so far.
  package private(set) var summary = Summary()

  private let reader: CatalogReader
  private let rule: PublicationRule
  private let isDryRun: Bool

  /// A run over a catalogue; with `isDryRun` it writes nothing.
  package init(_ reader: CatalogReader, publishing rule: PublicationRule = PublicationRule(), isDryRun: Bool = false) {
    self.reader = reader
    self.rule = rule
    self.isDryRun = isDryRun
  }

  /// Counts, then goes through all feeds, page by page. A feed without subscriptions gets 0.
  /// - Parameters:
  ///   - each: called with every feed's count.
  ///   - progress: called with the summary after every page.
  package mutating func run(
    each: (SubscriberCount) -> Void = { _ in }, progress: (Summary) -> Void = { _ in }
  ) async throws(RecordStoreError) {
    let reader = reader
    let counts = try await reader.store.count(
      FeedSubscription.recordType, by: FeedSubscription.Field.feedRecordName.rawValue)
    summary.subscriptions = counts.values.reduce(0, +)
    var subscribed: Set<RecordName> = []
    var changes = RecordChanges(to: reader.store, isDryRun: isDryRun)
    defer { summary.changes = changes.outcome }
    try await reader.forEachPage { (page) throws(RecordStoreError) in
      var operations: [RecordOperation] = []
      for entry in page.entries {
        let counted = counts[.string(entry.recordName.rawValue)] ?? 0
        let count = SubscriberCount(entry: entry, counted: counted, published: rule.published(counted))
        if counted > 0 { subscribed.insert(entry.recordName) }
        add(count)
        each(count)
        operations += Self.changes(count, feedType: reader.layout.feedType)
      }
      // A feed that cannot be read exists: its subscriptions are no orphans.
      subscribed.formUnion(page.problems.map(\.feed))
      summary.problems += page.problems
      try await changes.add(operations, replan: again)
      summary.changes = changes.outcome
      progress(summary)
    }
    try await changes.finish(replan: again)
    summary.orphans = Self.orphans(in: counts, besides: subscribed)
  }

  private mutating func add(_ count: SubscriberCount) {
    summary.feeds += 1
    if count.counted > 0 { summary.subscribedFeeds += 1 }
    if rule.suppresses(count.counted) { summary.suppressed += 1 }
  }

  /// Both layouts and the metadata call the field alike.
  private static let field = PublicFeed.Field.subscriberCount.rawValue

  private static func changes(_ count: SubscriberCount, feedType: String) -> [RecordOperation] {
    var operations: [RecordOperation] = []
    let fields: [String: FieldValue] = [field: .int64(Int64(count.published))]
    let entry = count.entry
    if entry.subscriberCount != count.published {
      let record = Record(type: feedType, name: entry.recordName, changeTag: entry.changeTag, fields: fields)
      operations.append(RecordOperation(.update, record))
    }
    if let metadata = entry.metadata, metadata.subscriberCount != count.published {
      let record = Record(
        type: FeedMetadata.recordType, name: metadata.recordName, changeTag: metadata.changeTag, fields: fields)
      operations.append(RecordOperation(.update, record))
    }
    return operations
  }

  /// What is published does not depend on the record: only the change tag, and whether a change is needed, is new.
  private func again(_ operations: [RecordOperation]) async throws(RecordStoreError) -> [RecordOperation] {
    let found = try await reader.store.lookup(operations.map(\.record.name), desiredFields: [Self.field])
    return operations.compactMap { operation in
      guard let record = found[operation.record.name], record[Self.field] != operation.record[Self.field] else {
        return nil
      }
      var again = operation
      again.record.changeTag = record.changeTag
      return again
    }
  }

  private static func orphans(in counts: [FieldValue: Int], besides feeds: Set<RecordName>) -> [Orphan] {
    counts.compactMap { value, count in
      guard let name = value.string.map({ RecordName($0) }), !feeds.contains(name) else { return nil }
      return Orphan(feed: name, subscriptions: count)
    }
    .sorted { ($1.subscriptions, $0.feed) < ($0.subscriptions, $1.feed) }
  }
}
