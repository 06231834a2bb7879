package import Articles
package import Catalog
package import CloudKitRecords

/// Decision whether a feed's document must be requested, read, and compared with the stored articles. No other place
/// decides it.
package struct ReadDecision: Sendable {
  /// Age from which validators are not sent by a run without articles, in days, because some servers always answer 304
  /// (seen by NetNewsWire).
  static let validatorDays = 8.0

  private let feed: FeedEntry
  private let known: FeedRecord?
  private let settings: ArticleSettings?
  private let asOf: Timestamp

  /// - Parameters:
  ///   - known: the feed's record in the history.
  ///   - settings: settings of the articles; `nil` for a run without articles.
  package init(of feed: FeedEntry, known: FeedRecord?, articles settings: ArticleSettings?, asOf: Timestamp) {
    self.feed = feed
    self.known = known
    self.settings = settings
    self.asOf = asOf
  }

  /// The request, with validators if an answer that nothing changed is enough.
  package var request: FetchRequest {
    var request = FetchRequest(url: feed.feedURL)
    if isUnchangedEnough {
      request = FetchRequest(url: feed.feedURL, etag: feed.etag, lastModified: feed.lastModified)
    }
    request.ignoresUnreadableRobots =
      known?.robotsUnreadableSince.map { asOf >= FeedRecord.end(ofObeying: $0) } ?? false
    return request
  }

  /// Decides how to read the outcome of the request; `nil` for a run without articles, or no document.
  package func state(of outcome: FetchOutcome) -> ReadState? {
    guard let settings, let answer = try? outcome.answer.get(), (200..<300).contains(answer.status) else { return nil }
    var state = ReadState(
      body: answer.body, etag: answer.etag, lastModified: answer.lastModified, feed: feed, settings: settings
    )
    state.isCompared = feed.articlesDigest != state.digest || !isCurrent(settings)
    state.isKnown = !state.isCompared && outcome.redirects.isEmpty && isAnswerOfLastProbe(answer)
    return state
  }

  /// Whether the last document was read so recently, and its articles are stored.
  private var isUnchangedEnough: Bool {
    guard let settings else {
      return known?.readAt.map { asOf.seconds(since: $0) / 86_400 <= Self.validatorDays } ?? false
    }
    // The validators may belong to a document whose articles were not stored.
    let validator = settings.validator(etag: feed.etag, lastModified: feed.lastModified, feed: feed)
    // A history that lacks probes lacks the newest item.
    return isCurrent(settings) && feed.articlesValidator == validator
      && known?.isOutdated(by: feed.lastAttempted) != true
  }

  /// Whether a document was compared with the stored articles so recently that no article is due for renewal.
  private func isCurrent(_ settings: ArticleSettings) -> Bool {
    guard !settings.refreshes, let readAt = feed.articlesReadAt, readAt <= asOf else { return false }
    return asOf.milliseconds - readAt.milliseconds < settings.comparisonInterval
  }

  /// Whether the last probe, of this history, found a feed without defects in an answer with the same validators.
  private func isAnswerOfLastProbe(_ answer: FetchedAnswer) -> Bool {
    guard let known, known.probe.verdict == VerdictClass.ok.rawValue else { return false }
    return known.at == feed.lastAttempted && answer.etag == feed.etag && answer.lastModified == feed.lastModified
  }
}
