package import Catalog
package import CloudKitRecords
package import CloudKitSchema
package import FeedFetching
package import ProbeHistory

/// Probes the feeds of a catalogue and writes what it found.
///
/// What was done stays readable in `summary` where the store stops answering half way or the user stops the run.
package struct ProbeRun: Sendable {
  /// Probes that are written together.
  static let blockSize = 100
  /// Validators older than this are not sent: a server that always says 304 is asked anew (seen by NetNewsWire).
  static let validatorDays = 8.0

  /// What was found and done so far.
  package private(set) var summary = ProbeSummary()

  private let reader: CatalogReader
  private let schema: Schema
  private let fetcher: FeedFetcher
  private let history: ProbeHistory
  private let asOf: Timestamp
  /// Feeds probed at once.
  private let window: Int
  private let isDryRun: Bool
  private let historyDays: Int

  /// A run over a catalogue; with `isDryRun` it writes nothing.
  /// - Parameter schema: the store's.
  package init(
    _ reader: CatalogReader, schema: Schema, fetcher: FeedFetcher, history: ProbeHistory, asOf: Timestamp,
    window: Int = 64, historyDays: Int = 365, isDryRun: Bool = false
  ) {
    self.reader = reader
    self.schema = schema
    self.fetcher = fetcher
    self.history = history
    self.asOf = asOf
    self.window = max(1, window)
    self.historyDays = historyDays
    self.isDryRun = isDryRun
  }

  /// Probes the feeds that are selected.
  /// - Parameters:
  ///   - each: called with every feed probed.
  ///   - progress: called with the summary after every feed.
  /// - Throws: where the store or the history stops answering. What was written stays.
  package mutating func run(
    _ selection: ProbeSelection, each: (ProbedFeed) -> Void = { _ in }, progress: (ProbeSummary) -> Void = { _ in }
  ) async throws {
    let feeds = try await due(selection)
    if feeds.isEmpty { return }
    let changes = ProbeChanges(layout: reader.layout, schema: schema, asOf: asOf)
    var writer: ProbeWriter?
    if !isDryRun {
      let run = try await history.begin(at: asOf)
      writer = ProbeWriter(reader: reader, history: history, run: run, planning: changes)
    }
    var window = ProbeWindow(
      feeds, fetcher: fetcher, width: window, changes: changes, writer: writer,
      recordChanges: RecordChanges(to: reader.store, isDryRun: isDryRun), summary: summary)
    defer { summary = window.summary }
    try await window.run(each: each, progress: progress)
    if let writer {
      let days = historyDays
      try await Task { try await writer.history.finish(writer.run, keepingDays: days) }.value
    }
  }

  /// The feeds to probe, with what is known of them.
  private mutating func due(_ selection: ProbeSelection) async throws -> [DueFeed] {
    let reader = reader
    let asOf = asOf
    let pauses = try await history.pauses(after: asOf)
    var found: [FeedEntry] = []
    var summary = summary
    try await reader.forEachPage { (page) throws(RecordStoreError) in
      summary.problems += page.problems
      for entry in page.entries where selection.includes(entry) {
        summary.feeds += 1
        guard selection.isDue(entry, asOf: asOf) else { continue }
        if pauses[FeedHost.of(entry.feedURL)] == nil { found.append(entry) } else { summary.putOff += 1 }
      }
    }
    let entries = selection.limited(found)
    summary.due = found.count + summary.putOff
    summary.selected = entries.count
    self.summary = summary
    let known = try await history.records(of: entries.map(\.recordName))
    return entries.map { DueFeed(entry: $0, known: known[$0.recordName]) }
  }
}

/// A feed whose time has come.
struct DueFeed: Sendable {
  let entry: FeedEntry
  /// What the history knows of it.
  let known: FeedRecord?

  /// What to ask its host.
  func request(asOf: Timestamp) -> FetchRequest {
    let read = known?.readAt.map { asOf.seconds(since: $0) / 86_400 }
    guard let read, read <= ProbeRun.validatorDays else { return FetchRequest(url: entry.feedURL) }
    return FetchRequest(url: entry.feedURL, etag: entry.etag, lastModified: entry.lastModified)
  }
}
