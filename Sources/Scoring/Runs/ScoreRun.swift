package import Catalog
package import CloudKitRecords

/// A feed and its score.
package struct ScoredFeed: Hashable, Sendable {
  /// The feed as it was read, with the score it had.
  package let entry: FeedEntry
  /// The score it has.
  package let score: QualityScore

  /// Whether the score it has is not the one it had.
  package var isChanged: Bool { entry.qualityScore != score.total }
}

/// Scores a catalogue, and writes the scores that changed.
///
/// What was done stays readable in `summary` where the store stops answering half way; run again, it goes on.
package struct ScoreRun: Sendable {
  /// What was found and done.
  package struct Summary: Hashable, Sendable {
    /// Feeds scored.
    package fileprivate(set) var feeds = 0
    /// Feeds by score: 0–9, 10–19, … 90–100.
    package fileprivate(set) var distribution = Array(repeating: 0, count: 10)
    /// What relative formulas held the feeds against.
    package fileprivate(set) var population = CataloguePopulation()
    /// Feeds with inputs that had to be corrected.
    package fileprivate(set) var corrected = 0
    /// Why articles were not looked at; `nil` where they were, or there are none.
    package fileprivate(set) var articleObstacle: String?
    /// What is wrong in the catalogue.
    package fileprivate(set) var problems: [CatalogProblem] = []
    /// What became of the changes.
    package fileprivate(set) var changes = ChangeOutcome()
    /// Feeds whose score was to be written: not those another run had given it when they were read again.
    package var changed: Int { changes.planned - changes.settled }
  }

  /// What was found and done so far.
  package private(set) var summary = Summary()

  private let reader: CatalogReader
  private let methodology: ScoreMethodology
  private let asOf: Timestamp
  private let isDryRun: Bool

  /// A run over a catalogue; with `isDryRun` it writes nothing.
  package init(
    _ reader: CatalogReader, by methodology: ScoreMethodology = .celestra, asOf: Timestamp, isDryRun: Bool = false
  ) {
    self.reader = reader.reading(methodology.needsDetails ? .details : methodology.needsMeasures ? .standard : .numbers)
    self.methodology = methodology
    self.asOf = asOf
    self.isDryRun = isDryRun
  }

  /// Scores all feeds, page by page.
  /// - Parameters:
  ///   - each: called with every feed scored.
  ///   - progress: called with the summary after every page.
  package mutating func run(
    each: (ScoredFeed) -> Void = { _ in }, progress: (Summary) -> Void = { _ in }
  ) async throws(RecordStoreError) {
    let reader = reader
    let rescore = try await Rescoring(reader, methodology, asOf: asOf)
    summary.population = rescore.population
    summary.articleObstacle = rescore.dates.obstacle
    var changes = ChangeRun(to: reader.store, isDryRun: isDryRun)
    defer { summary.changes = changes.outcome }
    try await changes.apply(replan: rescore.again) { (add) throws(RecordStoreError) in
      try await reader.forEachPage(making: rescore.page) { (page) throws(RecordStoreError) in
        for feed in page.feeds {
          count(feed)
          each(feed)
        }
        summary.problems += page.problems
        try await add(page.changes)
        progress(summary)
      }
    }
  }

  /// The scores of the feeds named, written nowhere; a missing feed is absent.
  package func scores(
    of names: [RecordName]
  ) async throws(RecordStoreError) -> (feeds: [ScoredFeed], population: CataloguePopulation) {
    let rescore = try await Rescoring(reader, methodology, asOf: asOf)
    return (try await rescore.scores(of: reader.page(named: names).entries), rescore.population)
  }

  private mutating func count(_ feed: ScoredFeed) {
    summary.feeds += 1
    summary.distribution[min(feed.score.total / 10, 9)] += 1
    if !feed.score.corrections.isEmpty { summary.corrected += 1 }
  }
}

/// What turns feeds into scores and scores into changes, now and after a conflict.
private struct Rescoring {
  let reader: CatalogReader
  let dates: PublicationDates
  let methodology: ScoreMethodology
  let population: CataloguePopulation
  let asOf: Timestamp

  init(_ reader: CatalogReader, _ methodology: ScoreMethodology, asOf: Timestamp) async throws(RecordStoreError) {
    self.reader = reader
    self.methodology = methodology
    self.asOf = asOf
    dates = try await PublicationDates(
      reader, days: methodology.needsArticles ? methodology.thresholds.historyDays : nil, asOf: asOf)
    population = try await CataloguePopulation(reader, methodology)
  }

  /// What becomes of a page of the catalogue.
  struct Page: Sendable {
    let feeds: [ScoredFeed]
    let changes: [PlannedChange]
    let problems: [CatalogProblem]
  }

  @Sendable func page(_ page: CatalogPage) async throws(RecordStoreError) -> Page {
    let scored = try await scores(of: page.entries)
    return Page(feeds: scored, changes: changes(scored), problems: page.problems)
  }

  func scores(of entries: [FeedEntry]) async throws(RecordStoreError) -> [ScoredFeed] {
    let published = try await dates.dates(of: entries.map(\.recordName))
    return entries.map { entry in
      let inputs = ScoreInputs(entry, publicationDates: published[entry.recordName] ?? [])
      return ScoredFeed(entry: entry, score: QualityScore(inputs, by: methodology, among: population, asOf: asOf))
    }
  }

  /// One change for each feed whose score is another than the stored one.
  func changes(_ feeds: [ScoredFeed]) -> [PlannedChange] {
    let field =
      reader.layout == .publicCatalog ? PublicFeed.Field.qualityScore.rawValue : Feed.Field.qualityScore.rawValue
    return feeds.filter(\.isChanged).map { feed in
      Record(type: reader.layout.feedType, name: feed.entry.recordName, changeTag: feed.entry.changeTag)
        .change([field: reader.layout.qualityScore(feed.score.total)], title: feed.entry.title)
    }
  }

  @Sendable func again(_ changes: [PlannedChange]) async throws(RecordStoreError) -> [PlannedChange] {
    let page = try await reader.page(named: changes.map(\.recordName))
    return self.changes(try await scores(of: page.entries))
  }
}
