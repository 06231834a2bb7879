import ArgumentParser
import Articles
import Catalog
import CloudKitRecords
import CommandLineTool
import ConfigurationFile
import Diagnostics
import FeedFetching
import FeedHealth
import ProbeHistory
import Syndication

struct UpdateRun {
  let command: UpdateCommand
  let opened: ContainerHandle
  /// How articles are stored; `nil` to record health only.
  let settings: ArticleSettings?

  /// Fetches the selected feeds, stores their articles and records their health.
  func fetch() async throws -> UpdateReport {
    let selection = try await selection()
    let fetching = try command.fetching.settings(command.container.configuration())
    let health = try await HTTPFeedFetcher.with(fetching) { try await probe(selection, with: $0) }
    let pruned = health.status == .failed ? nil : try await prune(asOf: command.clock.asOf)
    return UpdateReport(
      health: health, articles: settings == nil ? nil : health.run.articles ?? ArticleSummary(), pruned: pruned)
  }

  private func probe(_ selection: ProbeSelection, with fetcher: HTTPFeedFetcher) async throws -> HealthProbeReport {
    let (history, isDryRun) = (command.history, command.dryRun)
    let stored = try isDryRun ? history.openForReading(for: opened.container) : history.open(for: opened.container)
    let locks = try history.lock(for: opened.container, isDryRun: isDryRun)
    defer { withExtendedLifetime(locks) {} }
    var run = try ProbeRun(
      opened.reader, schema: opened.schema, fetcher: fetcher, history: stored, asOf: command.clock.asOf,
      now: command.clock.now, window: command.fetching.concurrency, historyDays: command.historyDays,
      isDryRun: isDryRun, articles: settings, keepsPlan: command.planOut != nil)
    var table = HealthProbeTable(isShown: command.watch, color: command.output.color)
    defer { table.end() }
    var items: [EncodableObject] = []
    var news: [ProbedFeed] = []
    try await run.run(selection) { feed in
      table.add(feed)
      // A catalog may have a million feeds. Text does not list them, and a probed feed has the facts of its document.
      if !command.output.isTextOnly { items.append(HealthProbeReport.item(feed)) }
      if feed.isNews { news.append(feed) }
    } progress: {
      table.update($0)
    }
    return HealthProbeReport(
      container: opened.name, asOf: command.clock.asOf, isDryRun: isDryRun, run: run.summary, items: items, news: news)
  }

  private func selection() async throws -> ProbeSelection {
    var selection = try await ProbeSelection(command.selecting, in: opened)
    let denied = DeniedArticles(try command.container.configuration().articles.deny)
    selection.isDenied = { denied.contains(feed: $0.feedURL, named: $0.recordName) }
    try await refuseExcluded(selection, denied)
    return selection
  }

  /// Reads a document of one feed from a file. Its health is unknown, so none is recorded.
  func read(_ path: String) async throws -> UpdateReport {
    let asOf = command.clock.asOf
    let page = try await opened.reader.page(named: (try await selection().feeds ?? []).sorted())
    guard page.entries.count == 1, let feed = page.entries.first else {
      throw CommandFailure("--document requires exactly one feed; pass its record name")
    }
    let bytes = try InputFile.read(path).bytes
    guard case .feed(let document) = FeedDocument.read(bytes, contentType: nil, url: feed.feedURL) else {
      throw CommandFailure("\(path) is not a feed: it is neither RSS, Atom, nor JSON Feed")
    }
    var settings = try command.articles.settings(for: opened, command.container)
    settings.refreshes = true
    let state = ReadState(
      body: bytes, etag: nil, lastModified: nil, feed: feed, settings: settings)
    let articles = FeedArticles(document, of: feed, robotsTag: nil, state: state, settings: settings, asOf: asOf)
    let writer = try ArticleWriter(
      opened.reader, settings: settings, asOf: asOf, isDryRun: command.dryRun, keepsPlan: command.planOut != nil)
    _ = try await writer.write([articles], trusting: feed.lastAttempted == nil ? [] : [feed.recordName])
    let health = HealthProbeReport(
      container: opened.name, asOf: asOf, isDryRun: command.dryRun, run: ProbeSummary(), items: [], news: [])
    return UpdateReport(health: health, articles: await writer.summary, pruned: try await prune(asOf: asOf))
  }

  /// Deletes expired articles if `--prune` asks for it. Neither a refusal nor a signal hides the rest of the report.
  private func prune(asOf: Timestamp) async throws -> ArticleDeletion? {
    guard command.prune else { return nil }
    // The run was confirmed when the container was opened.
    return try await ArticleDeletion(
      pruning: opened, asOf: asOf, command.deletions.limit, .given(for: opened.container), isDryRun: command.dryRun)
  }

  /// Refuses named feeds that are denied, or switched off if their articles are wanted.
  private func refuseExcluded(_ selection: ProbeSelection, _ denied: DeniedArticles) async throws {
    guard let names = selection.feeds else { return }
    for feed in try await opened.reader.page(named: names.sorted()).entries {
      let title = DisplayText.line(feed.title)
      if denied.contains(feed: feed.feedURL, named: feed.recordName) {
        throw CommandFailure(
          "'\(title)' is not fetched: articles.deny of the configuration lists its first or its present address")
      }
      if !feed.isActive, settings != nil {
        throw CommandFailure("'\(title)' is not fetched: it is switched off; 'feeds set FEED --active' switches it on")
      }
    }
  }
}
