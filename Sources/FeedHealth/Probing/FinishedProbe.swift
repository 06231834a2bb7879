import Articles
import Catalog
import CloudKitRecords

/// A finished probe of a feed, or a postponed one.
struct FinishedProbe: Sendable {
  let feed: DueFeed
  /// Host whose turn the probe used.
  let host: String
  /// Finding of the probe; `nil` if the probe was stopped or postponed.
  let finding: ProbeFinding?
  /// The articles of the document; `nil` if it was not read, or for a run without articles.
  let articles: FeedArticles?
  /// The bytes of the answer's body.
  let bodySize: Int
  /// Whether the feed is postponed to another run because a host asked for a pause.
  let isPostponed: Bool
  /// Whether the feed's own host, not the target of a redirect, asked for a pause longer than the run waits.
  let isHostPaused: Bool
}

/// Probes feeds: fetches a document, judges it, and drafts its articles.
struct Prober: Sendable {
  let fetcher: any FeedFetcher
  /// Settings of the articles; `nil` for a run without articles.
  let settings: ArticleSettings?
  let asOf: Timestamp

  /// - Parameter isLast: whether no other feed of the host waits.
  func probe(_ feed: DueFeed, host: String, isLast: Bool) async -> FinishedProbe {
    // Nothing of an inactive feed is stored.
    let settings = feed.entry.isActive ? settings : nil
    let decision = ReadDecision(of: feed.entry, known: feed.known, articles: settings, asOf: asOf)
    var request = decision.request
    request.closesConnection = isLast
    let outcome = await fetcher.fetch(request)
    let state = decision.state(of: outcome)
    let judged = ProbeFinding.judge(
      outcome, of: request, known: feed.known, isKnownDocument: state?.isKnown ?? false,
      // A history that begins after the feed was replaced has none of its items.
      wasReplaced: feed.entry.lastVerdict == .replaced && feed.known?.knowsFeed != true, asOf: asOf)
    let answer = try? outcome.answer.get()
    var articles: FeedArticles?
    if let settings, let state, judged?.document != nil || state.isKnown {
      articles = FeedArticles(
        judged?.document, of: feed.entry, robotsTag: answer?.robotsTag, state: state, settings: settings, asOf: asOf)
    }
    let isPostponed = if case .failure(.paused) = outcome.answer { true } else { false }
    let wait = answer?.retryAfter ?? .zero
    return FinishedProbe(
      feed: feed, host: host, finding: judged?.finding, articles: articles, bodySize: answer?.body.count ?? 0,
      isPostponed: isPostponed,
      isHostPaused: outcome.redirects.isEmpty && (isPostponed || wait > fetcher.pacing.patience))
  }
}
