package import Catalog
package import CloudKitRecords

package struct ScoredFeed: Hashable, Sendable {
  /// The feed as read, with its previous score.
  package let entry: FeedEntry
  package let score: QualityScore

  /// Whether the new score differs from the previous one.
  package var isChanged: Bool { entry.qualityScore != score.total }
}

/// Run that scores a catalog and writes changed scores.
///
/// `summary` stays readable if the store fails midway. Running again continues the work.
package struct ScoreRun: Sendable {
  package struct Summary: Hashable, Sendable {
    package fileprivate(set) var feeds = 0
    /// Number of feeds by score: 0–9, 10–19, … 90–100.
    package fileprivate(set) var distribution = Array(repeating: 0, count: 10)
    /// Catalog figures used by relative formulas.
    package fileprivate(set) var population = CatalogPopulation()
    /// Why articles could not be read; `nil` if they were read or the catalog has none.
    package fileprivate(set) var articleObstacle: String?
    package fileprivate(set) var problems: [CatalogProblem] = []
    package fileprivate(set) var changes = ChangeOutcome()
    /// Number of feeds whose score had to be written, except those that another run had already updated.
    package var changed: Int { changes.planned - changes.settled }
  }

  package private(set) var summary = Summary()

  private let reader: CatalogReader
  private let methodology: ScoreMethodology
  private let asOf: Timestamp
  private let isDryRun: Bool

  /// With `isDryRun`, the run writes nothing.
  package init(
    _ reader: CatalogReader, by methodology: ScoreMethodology = .celestra, asOf: Timestamp, isDryRun: Bool = false
  ) {
    self.reader = reader.reading(methodology.needs.union([FeedField.qualityScore]))
    self.methodology = methodology
    self.asOf = asOf
    self.isDryRun = isDryRun
  }

  /// Scores all feeds page by page.
  /// - Parameters:
  ///   - each: called with each scored feed.
  ///   - planned: called with the changes of each page, also in a dry run.
  ///   - progress: called with the summary after each page, whose changes the run has by then.
  package mutating func run(
    each: (ScoredFeed) -> Void = { _ in }, planned: ([PlannedChange]) -> Void = { _ in },
    progress: (Summary) async -> Void = { _ in }
  ) async throws(RecordStoreError) {
    let reader = reader
    let rescore = try await Rescoring(reader, methodology, asOf: asOf)
    summary.population = rescore.population
    summary.articleObstacle = rescore.dates.obstacle
    var changes = ChangeRun(to: reader.store, isDryRun: isDryRun)
    defer { summary.changes = changes.outcome }
    try await changes.apply(replan: rescore.replan) { (add) throws(RecordStoreError) in
      try await reader.forEachPage { (page) throws(RecordStoreError) in
        let feeds = try await rescore.scores(of: page.entries)
        for feed in feeds {
          count(feed)
          each(feed)
        }
        summary.problems += page.problems
        let changes = rescore.changes(feeds)
        planned(changes)
        try await add(changes)
        await progress(summary)
      }
    }
  }

  /// Returns the scores of the named feeds without writing them. Missing feeds are absent.
  package func scores(
    of names: [RecordName]
  ) async throws(RecordStoreError) -> (feeds: [ScoredFeed], population: CatalogPopulation) {
    let rescore = try await Rescoring(reader, methodology, asOf: asOf)
    return (try await rescore.scores(of: reader.page(named: names).entries), rescore.population)
  }

  private mutating func count(_ feed: ScoredFeed) {
    summary.feeds += 1
    summary.distribution[min(feed.score.total / 10, 9)] += 1
  }
}

/// Calculation of scores and their changes, both initially and after a conflict.
private struct Rescoring {
  let reader: CatalogReader
  let dates: PublicationDates
  let methodology: ScoreMethodology
  let population: CatalogPopulation
  let asOf: Timestamp

  init(_ reader: CatalogReader, _ methodology: ScoreMethodology, asOf: Timestamp) async throws(RecordStoreError) {
    self.reader = reader
    self.methodology = methodology
    self.asOf = asOf
    dates = try await PublicationDates(
      reader, days: methodology.needs.contains(ArticleField.publishedDate) ? methodology.thresholds.historyDays : nil,
      asOf: asOf)
    population = try await CatalogPopulation(reader, methodology)
  }

  func scores(of entries: [FeedEntry]) async throws(RecordStoreError) -> [ScoredFeed] {
    let published = try await dates.dates(of: entries.map(\.recordName))
    return entries.map { entry in
      let inputs = ScoreInputs(entry, publicationDates: published[entry.recordName] ?? [])
      return ScoredFeed(entry: entry, score: QualityScore(inputs, by: methodology, among: population, asOf: asOf))
    }
  }

  /// Returns one change for each feed whose score differs from the stored one.
  func changes(_ feeds: [ScoredFeed]) -> [PlannedChange] {
    let field = FeedField.qualityScore
    return feeds.filter(\.isChanged).map { feed in
      var fields: RecordFields = [:]
      fields[field.name] = field.value(Double(feed.score.total), in: reader.layout)
      return Record(type: reader.layout.feedType, name: feed.entry.recordName, changeTag: feed.entry.changeTag)
        .change(fields, title: feed.entry.title)
    }
  }

  @Sendable func replan(_ changes: [PlannedChange]) async throws(RecordStoreError) -> [PlannedChange] {
    let page = try await reader.page(named: changes.map(\.recordName))
    return self.changes(try await scores(of: page.entries))
  }
}
