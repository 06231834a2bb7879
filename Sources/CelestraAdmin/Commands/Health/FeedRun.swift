import Articles
import FeedFetching
import FeedHealth
import ProbeHistory

/// A run of `update` or `health probe`: fetches feeds, records their health, and stores their articles if wanted.
struct FeedRun {
  let options: ProbeOptions
  let opened: ContainerHandle
  /// The articles to store; `nil` to record health only.
  var articles: ArticleSettings?
  /// Whether to keep the planned changes of articles for a plan file.
  var keepsPlan = false

  func fetch(_ selection: ProbeSelection) async throws -> HealthProbeReport {
    try await HTTPFeedFetcher.with(try options.fetching.settings) { try await fetch(selection, with: $0) }
  }

  private func fetch(_ selection: ProbeSelection, with fetcher: HTTPFeedFetcher) async throws -> HealthProbeReport {
    let isDryRun = options.dryRun
    let file = options.history
    let history = try isDryRun ? file.openForReading(for: opened.name) : file.open(for: opened.name)
    let locks = try file.lock(for: opened.name, isDryRun: isDryRun)
    defer { withExtendedLifetime(locks) {} }
    var run = try ProbeRun(
      opened.reader, schema: opened.schema, fetcher: fetcher, history: history, asOf: options.clock.asOf,
      window: options.fetching.concurrency, historyDays: options.historyDays, isDryRun: isDryRun, articles: articles,
      keepsPlan: keepsPlan)
    var table = HealthProbeTable(isShown: options.watch, color: options.output.color)
    defer { table.end() }
    var items: [HealthProbeReport.Item] = []
    try await run.run(selection) { feed in
      table.add(feed)
      // A catalog may have a million feeds that text does not list.
      if !options.output.isTextOnly || feed.isNews { items.append(.init(feed)) }
    } progress: {
      table.update($0)
    }
    return HealthProbeReport(
      container: opened.name, asOf: options.clock.asOf, isDryRun: isDryRun, run: run.summary, items: items)
  }
}
