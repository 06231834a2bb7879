package import Catalog
package import CloudKitRecords

/// Run that counts each feed's subscribers and writes changed published counts.
///
/// The run keeps only counts, never the identities of subscribers. `summary` stays readable if the store fails midway.
/// Running again continues the work.
package struct SubscriberRun: Sendable {
  /// Subscriptions to a feed that does not exist.
  package struct Orphan: Hashable, Sendable {
    /// Record name in the subscriptions. For a feed named by URL in a file, only the host of the URL.
    package let feed: String
    package let subscriptions: Int

    /// Returns whether `lhs` sorts before `rhs`: more subscriptions first.
    static func precedes(_ lhs: Orphan, _ rhs: Orphan) -> Bool {
      (rhs.subscriptions, lhs.feed) < (lhs.subscriptions, rhs.feed)
    }
  }

  package struct Summary: Hashable, Sendable {
    /// Number of subscriptions, one for each user and feed, including those to missing feeds.
    package fileprivate(set) var subscriptions = 0
    /// Number of additional records in which a user subscribes to the same feed again.
    package fileprivate(set) var repeats = 0
    package fileprivate(set) var feeds = 0
    /// Number of feeds whose count stays unknown, because the catalog has no subscription yet.
    package fileprivate(set) var uncounted = 0
    /// Number of feeds with a published count, in a catalog without any subscription.
    package fileprivate(set) var unsubscribed = 0
    /// Number of feeds with a published count, and the sum of these counts, as the run leaves them.
    package fileprivate(set) var publishedFeeds = 0
    package fileprivate(set) var published = 0
    /// Number of feeds with at least one subscription.
    package fileprivate(set) var subscribedFeeds = 0
    /// Number of feeds whose nonzero count is published as 0.
    package fileprivate(set) var suppressed = 0
    /// Number of feeds whose new count is published in the next period.
    package fileprivate(set) var held = 0
    /// Number of feeds that have ratings in the source but no record to publish them in.
    package fileprivate(set) var unratable = 0
    /// Subscriptions to missing feeds, largest number first.
    package fileprivate(set) var orphans: [Orphan] = []
    /// Number of subscriptions to missing feeds.
    package var orphanedSubscriptions: Int { orphans.reduce(0) { $0 + $1.subscriptions } }
    /// Results for the collections that the source names.
    package fileprivate(set) var collections: [CollectionCount] = []
    package fileprivate(set) var problems: [CatalogProblem] = []
    package fileprivate(set) var changes = ChangeOutcome()
  }

  package private(set) var summary = Summary()
  /// Whether the catalog can store the period in which a count was published.
  package var remembersPeriods: Bool { changes.remembersPeriods }

  private static let counts: Set<CatalogField> = [
    FeedField.subscriberCount, MetadataField.subscriberCount, MetadataField.subscriberPeriod,
  ]
  private let reader: CatalogReader
  private let table: CountTable?
  private let rule: PublicationRule
  private let period: String
  private let isDryRun: Bool
  private let changes: SubscriberChanges

  /// With `isDryRun`, the run writes nothing.
  /// - Parameters:
  ///   - table: file of counts; without one, the run counts FeedSubscription records, and every feed has a count.
  ///   - period: period to publish counts for, unless the file specifies one.
  package init(
    _ reader: CatalogReader, from table: CountTable? = nil,
    publishing rule: PublicationRule = PublicationRule(), period: String, isDryRun: Bool = false
  ) {
    let ratings: Set<CatalogField> = [MetadataField.averageRating, MetadataField.ratingCount]
    self.reader = reader.reading(table?.hasRatings == true ? Self.counts.union(ratings) : Self.counts)
    self.table = table
    self.rule = rule
    self.period = period
    self.isDryRun = isDryRun
    changes = SubscriberChanges(reader: self.reader, table: table, period: period)
  }

  /// Counts subscribers, then processes all feeds page by page and the collections that the source names.
  /// - Parameters:
  ///   - each: called with each feed's count, unless it is unknown.
  ///   - planned: called with the changes of each page, also in a dry run.
  ///   - progress: called with the summary after each page, whose changes the run has by then.
  package mutating func run(
    each: (SubscriberCount) -> Void = { _ in }, planned: ([PlannedChange]) -> Void = { _ in },
    progress: (Summary) async -> Void = { _ in }
  ) async throws(RecordStoreError) {
    var counts = try await SourceCounts(table, in: reader.store)
    summary.subscriptions = counts.subscriptions
    summary.repeats = counts.repeats
    let planner = changes
    var run = ChangeRun(to: reader.store, isDryRun: isDryRun)
    defer { summary.changes = run.outcome }
    try await run.apply(replan: planner.replan) { (add) throws(RecordStoreError) in
      try await reader.forEachPage { (page) throws(RecordStoreError) in
        var changes: [PlannedChange] = []
        for entry in page.entries {
          guard let count = count(entry, in: &counts) else { continue }
          if count.isKnown { each(count) }
          changes += planner.changes(count)
        }
        for problem in page.problems { counts.exists(problem.feed) }
        summary.problems += page.problems
        planned(changes)
        try await add(changes)
        await progress(summary)
      }
      if let table, reader.layout.hasTaxonomy {
        let collections = try await CollectionCount.read(table.collections, by: rule, in: period, of: reader)
        summary.collections = collections
        let changes = collections.compactMap(\.change)
        planned(changes)
        try await add(changes)
      }
    }
    summary.orphans = counts.orphans
    if table != nil {
      summary.subscriptions += summary.orphanedSubscriptions
    }
  }

  private mutating func count(_ entry: FeedEntry, in counts: inout SourceCounts) -> SubscriberCount? {
    summary.feeds += 1
    guard let figures = counts.figures(of: entry) else {
      if table == nil { summary.uncounted += 1 }
      if let known = entry.subscriberCount { publish(known) }
      return nil
    }
    if table == nil, counts.subscriptions == 0, entry.subscriberCount ?? 0 > 0 { summary.unsubscribed += 1 }
    let count = SubscriberCount(
      entry, counted: figures.count, rating: figures.rating, by: rule, in: figures.period ?? period)
    if count.isKnown { publish(count.published) }
    if count.counted > 0 { summary.subscribedFeeds += 1 }
    if count.isCounted, rule.suppresses(count.counted) { summary.suppressed += 1 }
    if count.isHeld { summary.held += 1 }
    if figures.rating != nil, entry.metadata == nil { summary.unratable += 1 }
    if table != nil, count.isCounted {
      summary.subscriptions += count.counted
    }
    return count
  }

  private mutating func publish(_ count: Int) {
    summary.publishedFeeds += 1
    summary.published += count
  }
}
