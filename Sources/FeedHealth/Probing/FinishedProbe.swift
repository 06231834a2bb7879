import Articles
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
  /// The articles of the document; `nil` if it was not read, or for a run without articles.
  private(set) var articles: FeedArticles?
  /// The bytes of the answer's body.
  let bodySize: Int
  /// Whether the feed is postponed to another run because a host asked for a pause.
  let isPostponed: Bool
  /// Whether the feed's own host, not the target of a redirect, asked for a pause longer than the run waits.
  let isHostPaused: Bool

  /// Fetches a feed and judges it.
  /// - Parameter isLast: whether no other feed of its host waits.
  init(
    _ feed: DueFeed, host: String, isLast: Bool, _ fetcher: any FeedFetcher, articles settings: ArticleSettings?,
    asOf: Timestamp
  ) async {
    self.feed = feed
    self.host = host
    var request = feed.request(articles: settings, asOf: asOf)
    request.closesConnection = isLast
    let outcome = await fetcher.fetch(request)
    let answer = try? outcome.answer.get()
    var marks: FeedArticles.Marks?
    if let answer, let settings {
      marks = FeedArticles.Marks(
        body: answer.body, etag: answer.etag, lastModified: answer.lastModified, feed: feed.entry, settings: settings,
        asOf: asOf)
    }
    let isKnown = marks?.isCompared == false && outcome.redirects.isEmpty && feed.hasAnswered(like: answer)
    var finding = ProbeFinding(outcome, of: request, known: feed.known, isKnownDocument: isKnown, asOf: asOf)
    if let answer, let settings, let marks {
      let document = finding?.takeDocument()
      if document != nil || isKnown {
        articles = FeedArticles(
          document, of: feed.entry, robotsTag: answer.robotsTag, marks: marks, settings: settings, asOf: asOf)
      }
    }
    self.finding = finding
    bodySize = answer?.body.count ?? 0
    isPostponed = if case .failure(.paused) = outcome.answer { true } else { false }
    let wait = answer?.retryAfter ?? .zero
    isHostPaused = outcome.redirects.isEmpty && (isPostponed || wait > fetcher.pacing.patience)
  }
}
