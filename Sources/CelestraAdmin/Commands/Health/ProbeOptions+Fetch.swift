import Articles
import CommandLineTool
import FeedFetching
import FeedHealth
import ProbeHistory

extension ProbeOptions {
  /// Fetches feeds for `update` or `update --no-articles`: records their health, and stores their articles if wanted.
  /// - Parameters:
  ///   - articles: the articles to store; `nil` to record health only.
  ///   - keepsPlan: whether to keep the planned changes of articles for a plan file.
  func fetch(
    _ selection: ProbeSelection, of opened: ContainerHandle, articles: ArticleSettings? = nil, keepsPlan: Bool = false
  ) async throws -> HealthProbeReport {
    try await HTTPFeedFetcher.with(try fetching.settings(container.configuration())) { fetcher in
      let stored =
        try dryRun ? history.openForReading(for: opened.container) : history.open(for: opened.container)
      let locks = try history.lock(for: opened.container, isDryRun: dryRun)
      defer { withExtendedLifetime(locks) {} }
      var run = try ProbeRun(
        opened.reader, schema: opened.schema, fetcher: fetcher, history: stored, asOf: clock.asOf,
        now: clock.now, window: fetching.concurrency, historyDays: historyDays, isDryRun: dryRun, articles: articles,
        keepsPlan: keepsPlan)
      var table = HealthProbeTable(isShown: watch, color: output.color)
      defer { table.end() }
      var items: [HealthProbeReport.Item] = []
      try await run.run(selection) { feed in
        table.add(feed)
        // A catalog may have a million feeds that text does not list.
        if !output.isTextOnly || feed.isNews { items.append(.init(feed)) }
      } progress: {
        table.update($0)
      }
      return HealthProbeReport(
        container: opened.name, asOf: clock.asOf, isDryRun: dryRun, run: run.summary, items: items)
    }
  }
}
