import Catalog
import CloudKitRecords
import FeedProbes

/// A finished probe of a feed, or a postponed one.
struct FinishedProbe: Sendable {
  let feed: DueFeed
  /// Host whose turn the probe used.
  let host: String
  /// Finding of the probe; `nil` if the probe was stopped or postponed.
  let finding: ProbeFinding?
  /// Whether the feed is postponed to another run because a host asked for a pause.
  let isPostponed: Bool
  /// Whether the feed's own host, not the target of a redirect, asked for a pause longer than the run waits.
  let isHostPaused: Bool

  /// Fetches a feed and judges it.
  init(_ feed: DueFeed, host: String, _ fetcher: any FeedFetcher, asOf: Timestamp) async {
    self.feed = feed
    self.host = host
    let request = feed.request(asOf: asOf)
    let outcome = await fetcher.fetch(request)
    finding = ProbeFinding(outcome, of: request, known: feed.known, asOf: asOf)
    isPostponed = if case .failure(.paused) = outcome.answer { true } else { false }
    let wait = (try? outcome.answer.get())?.retryAfter ?? .zero
    isHostPaused = outcome.redirects.isEmpty && (isPostponed || wait > fetcher.pacing.patience)
  }
}
