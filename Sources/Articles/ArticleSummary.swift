package import CloudKitRecords

/// The results of writing articles.
package struct ArticleSummary: Sendable {
  /// The number of feeds whose documents were read, and of those that had not changed.
  package private(set) var feeds = 0, unchangedFeeds = 0
  /// The entries of the documents by their state.
  package private(set) var counts = FeedArticles.Counts()
  /// The number of new articles, of edited ones, of renewed ones and of those that already match.
  package internal(set) var created = 0, updated = 0, renewed = 0, unchanged = 0
  /// The number of articles by other programs that were corrected.
  package internal(set) var corrected = 0
  /// The number of new articles that another feed also has.
  package internal(set) var copies = 0
  package internal(set) var outcome = ChangeOutcome()
  /// The planned changes, if they are kept.
  package internal(set) var plan: [PlannedChange] = []

  package init() {}

  mutating func add(_ feed: FeedArticles) {
    feeds += 1
    if !feed.state.isCompared { unchangedFeeds += 1 }
    counts.add(feed.counts)
  }

  /// Counts changes by what was written, or by the plan of a dry run.
  /// - Parameter renewals: the records whose change only renews them.
  mutating func count(
    _ changes: [PlannedChange], _ written: ChangeOutcome, renewals: Set<RecordName>, isDryRun: Bool
  ) {
    let creations = changes.count { $0.operation.kind == .create }
    let failed = written.failures.count { renewals.contains($0.recordName) }
    created += isDryRun ? creations : written.created
    renewed += renewals.count - failed
    updated += max(0, (isDryRun ? changes.count - creations : written.updated) - renewals.count + failed)
  }
}
