package import Catalog
package import CloudKitRecords

/// Counts the subscribers of every feed, and writes what is published of the counts where that changed.
///
/// Only counts are kept, never who subscribes. What was done stays readable in `summary` where the store stops answering
/// half way; run again, it goes on.
package struct SubscriberRun: Sendable {
  /// Subscriptions of a feed that does not exist.
  package struct Orphan: Hashable, Sendable {
    /// The record name they give; of a file's feed, no more than the host of its address.
    package let feed: String
    /// How many there are.
    package let subscriptions: Int
  }

  /// What was found and done.
  package struct Summary: Hashable, Sendable {
    /// Subscriptions of all feeds, those that do not exist among them.
    package fileprivate(set) var subscriptions = 0
    /// Records beside them that are one user's second or later of a feed.
    package fileprivate(set) var repeats = 0
    /// Feeds gone through.
    package fileprivate(set) var feeds = 0
    /// Feeds with a subscription.
    package fileprivate(set) var subscribedFeeds = 0
    /// Feeds whose count is published as 0 though it is not.
    package fileprivate(set) var suppressed = 0
    /// Feeds that publish another count in the next period.
    package fileprivate(set) var held = 0
    /// Feeds with ratings in the source and no record to publish them in.
    package fileprivate(set) var unratable = 0
    /// Subscriptions of feeds that do not exist, most first.
    package fileprivate(set) var orphans: [Orphan] = []
    /// What became of the collections the source names.
    package fileprivate(set) var collections: [CollectionCount] = []
    /// What is wrong in the catalogue.
    package fileprivate(set) var problems: [CatalogProblem] = []
    /// What became of the changes.
    package fileprivate(set) var changes = ChangeOutcome()
  }

  /// What was found and done so far.
  package private(set) var summary = Summary()
  /// Whether the catalogue can remember in which period a count was published.
  package var remembersPeriods: Bool { changes.remembersPeriods }

  private let reader: CatalogReader
  private let source: SubscriberSource
  private let rule: PublicationRule
  private let period: String
  private let isDryRun: Bool
  private let changes: SubscriberChanges

  /// A run over a catalogue; with `isDryRun` it writes nothing.
  /// - Parameter period: the period that counts are published for, unless the source gives one.
  package init(
    _ reader: CatalogReader, from source: SubscriberSource = .subscriptions,
    publishing rule: PublicationRule = PublicationRule(), period: String, isDryRun: Bool = false
  ) {
    self.reader = reader.reading(source.table?.hasRatings == true ? .details : .numbers)
    self.source = source
    self.rule = rule
    self.period = period
    self.isDryRun = isDryRun
    changes = SubscriberChanges(reader: self.reader, table: source.table, period: period)
  }

  /// Counts, then goes through all feeds, page by page, and the collections the source names.
  /// - Parameters:
  ///   - each: called with every feed's count.
  ///   - progress: called with the summary after every page.
  package mutating func run(
    each: (SubscriberCount) -> Void = { _ in }, progress: (Summary) -> Void = { _ in }
  ) async throws(RecordStoreError) {
    var counts = try await SourceCounts(source, in: reader.store)
    summary.subscriptions = counts.subscriptions
    summary.repeats = counts.repeats
    let planner = changes
    var run = ChangeRun(to: reader.store, isDryRun: isDryRun)
    defer { summary.changes = run.outcome }
    try await run.apply(replan: planner.again) { (add) throws(RecordStoreError) in
      try await reader.forEachPage { (page) throws(RecordStoreError) in
        var changes: [PlannedChange] = []
        for entry in page.entries {
          guard let count = count(entry, in: &counts) else { continue }
          each(count)
          changes += planner.changes(count)
        }
        for problem in page.problems { counts.exists(problem.feed) }
        summary.problems += page.problems
        try await add(changes)
        progress(summary)
      }
      if let table = source.table, reader.layout.hasTaxonomy {
        let collections = try await CollectionCount.read(table.collections, by: rule, in: period, of: reader)
        summary.collections = collections
        try await add(collections.compactMap(\.change))
      }
    }
    summary.orphans = counts.orphans
    if source.table != nil {
      summary.subscriptions = ([summary.subscriptions] + summary.orphans.map(\.subscriptions)).saturatingSum
    }
  }

  private mutating func count(_ entry: FeedEntry, in counts: inout SourceCounts) -> SubscriberCount? {
    summary.feeds += 1
    guard let figures = counts.figures(of: entry) else { return nil }
    // A file may speak of ratings only.
    let counted = figures.count ?? entry.subscriberCount ?? 0
    let count =
      figures.count == nil
      ? SubscriberCount(
        entry, counted: counted, rating: figures.rating, by: PublicationRule(minimum: 1, rounding: .none),
        ratingsBy: rule, in: figures.period ?? period)
      : SubscriberCount(
        entry, counted: counted, rating: figures.rating, by: rule, ratingsBy: rule, in: figures.period ?? period)
    if counted > 0 { summary.subscribedFeeds += 1 }
    if figures.count != nil, rule.suppresses(counted) { summary.suppressed += 1 }
    if count.isHeld { summary.held += 1 }
    if figures.rating != nil, entry.metadata == nil { summary.unratable += 1 }
    if source.table != nil, figures.count != nil {
      summary.subscriptions = [summary.subscriptions, counted].saturatingSum
    }
    return count
  }
}
