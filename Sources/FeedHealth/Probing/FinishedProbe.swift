import Catalog
import CloudKitRecords
import FeedFetching

/// A feed that was asked for, or would have been.
struct FinishedProbe: Sendable {
  let feed: DueFeed
  /// The feed's host, as turns go by it.
  let host: String
  /// What the probe brought; `nil` where it says nothing.
  let finding: ProbeFinding?
  /// Whether the feed was left for another run, because a host asked to be left alone.
  let isPutOff: Bool
  /// Whether it is the feed's own host that asked for it, and not one that it redirects to.
  let sparesHost: Bool

  /// Fetches a feed and judges it.
  init(_ feed: DueFeed, host: String, _ fetcher: FeedFetcher, asOf: Timestamp) async {
    self.feed = feed
    self.host = host
    let outcome = await fetcher.fetch(feed.request(asOf: asOf))
    finding = ProbeFinding(outcome, of: feed.entry.feedURL, known: feed.known, asOf: asOf)
    switch outcome.answer {
    case .failure(.paused):
      isPutOff = true
      sparesHost = outcome.redirects.isEmpty
    case .success(let answer):
      isPutOff = false
      let wait = answer.retryAfter ?? .zero
      sparesHost = wait > fetcher.settings.patience && outcome.redirects.isEmpty
    case .failure:
      isPutOff = false
      sparesHost = false
    }
  }
}
