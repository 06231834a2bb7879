import Articles
import Catalog
import CloudKitRecords
import FeedHealth
import Testing

private let now = Timestamp(milliseconds: 1_795_219_200_000)

private func ago(_ days: Double) -> Timestamp {
  Timestamp(milliseconds: now.milliseconds - Int64(days * 86_400_000))
}

@Suite("What to request and read of a feed")
struct ReadDecisionTests {
  private static let answer = FetchedAnswer(status: 200, body: Array("document".utf8))

  /// A feed whose document was read, found to be fine, and stored.
  private static func stored(daysAgo days: Double, settings: ArticleSettings) -> (feed: FeedEntry, known: FeedRecord) {
    var feed = FeedEntry(recordName: "f", title: "f", feedURL: "https://a.example/")
    let state = ReadState(
      body: answer.body, etag: nil, lastModified: nil, feed: feed, settings: settings)
    feed.articlesDigest = state.digest
    feed.articlesValidator = state.validator
    feed.articlesReadAt = ago(days)
    feed.lastAttempted = ago(days)
    var probe = Probe(feed: "f", verdict: "ok", level: "healthy", isUp: true)
    probe.wasRead = true
    return (feed, FeedRecord(probe, at: ago(days), after: nil))
  }

  private static func decision(
    daysAgo days: Double, _ change: (inout FeedEntry, inout ArticleSettings) -> Void = { _, _ in }
  ) -> ReadDecision {
    var settings = ArticleSettings(.publicCatalog)
    var (feed, known) = stored(daysAgo: days, settings: settings)
    change(&feed, &settings)
    known.at = feed.lastAttempted ?? known.at
    return ReadDecision(of: feed, known: known, articles: settings, asOf: now)
  }

  @Test("a document that was read, stored, and not changed since is known, for six days", arguments: [5.9, 6.1])
  func known(days: Double) {
    let state = Self.decision(daysAgo: days).state(of: FetchOutcome(answer: .success(Self.answer)))
    #expect(state?.isKnown == (days < 6) && state?.isCompared == (days > 6))
  }

  @Test("changed settings, a forced comparison, or another document compare again")
  func compared() {
    let changes: [(inout FeedEntry, inout ArticleSettings) -> Void] = [
      { $1.refreshes = true }, { $1.keepNewest = 3 }, { feed, _ in feed.articlesDigest = "other" },
      { feed, _ in feed.articlesReadAt = nil }, { feed, _ in feed.articlesReadAt = ago(-1) },
    ]
    for change in changes {
      let state = Self.decision(daysAgo: 1, change).state(of: FetchOutcome(answer: .success(Self.answer)))
      #expect(state?.isCompared == true && state?.isKnown == false)
    }
  }

  @Test("the same document is judged again after a redirect or with other validators, but not compared")
  func judged() {
    var other = Self.answer
    other.etag = "\"1\""
    let redirect = FetchOutcome.Redirect(status: 302, url: "https://b.example/")
    let outcomes = [
      FetchOutcome(answer: .success(other)), FetchOutcome(answer: .success(Self.answer), redirects: [redirect]),
    ]
    for outcome in outcomes {
      let state = Self.decision(daysAgo: 1).state(of: outcome)
      #expect(state?.isCompared == false && state?.isKnown == false)
    }
    #expect(
      Self.decision(daysAgo: 1).state(of: FetchOutcome(answer: .success(FetchedAnswer(status: 404)))) == nil)
  }

  @Test("validators are sent only if an answer without a document would be enough")
  func validators() {
    func isConditional(_ days: Double, storesValidator: Bool) -> Bool {
      Self.decision(daysAgo: days) { feed, settings in
        feed.etag = "\"1\""
        let state = ReadState(
          body: [], etag: feed.etag, lastModified: nil, feed: feed, settings: settings)
        if storesValidator { feed.articlesValidator = state.validator }
      }.request.isConditional
    }
    #expect(isConditional(5.9, storesValidator: true))
    #expect(!isConditional(5.9, storesValidator: false))
    #expect(!isConditional(6.1, storesValidator: true))
  }

  @Test("a history that lacks more than eight days of probes reads the document", arguments: [7.9, 8.1])
  func outdated(days: Double) {
    let settings = ArticleSettings(.publicCatalog)
    var (feed, known) = Self.stored(daysAgo: 1, settings: settings)
    feed.etag = "\"1\""
    let state = ReadState(body: [], etag: feed.etag, lastModified: nil, feed: feed, settings: settings)
    feed.articlesValidator = state.validator
    known.at = ago(1 + days)
    #expect(ReadDecision(of: feed, known: known, articles: settings, asOf: now).request.isConditional == (days < 8))
  }

  @Test(
    "a robots.txt that could not be read for 30 days is ignored, also after the feed was fetched",
    arguments: [29.9, 30])
  func robots(days: Double) {
    func at(_ day: Double) -> Timestamp { Timestamp(milliseconds: now.milliseconds + Int64((day - days) * 86_400_000)) }
    var probe = Probe(feed: "f", verdict: "robots", level: "unknown", isUp: false)
    probe.isRobotsReadable = false
    var known = FeedRecord(probe, at: at(0), after: nil)
    func ignores() -> Bool {
      ReadDecision(
        of: FeedEntry(recordName: "f", title: "f", feedURL: "https://f.example/"), known: known, articles: nil,
        asOf: now
      )
      .request.ignoresUnreadableRobots
    }
    #expect(ignores() == (days == 30))
    // A failure without an answer says nothing about it, and neither does a fetch that ignored it.
    known = FeedRecord(Probe(feed: "f", verdict: "dns", level: "unknown", isUp: false), at: at(1), after: known)
    probe.verdict = "ok"
    probe.isUp = true
    probe.status = 200
    known = FeedRecord(probe, at: at(2), after: known)
    #expect(ignores() == (days == 30))
    // So does a file that was read, and forbids.
    probe = Probe(feed: "f", verdict: "robots", level: "unknown", isUp: nil)
    probe.isRobotsReadable = true
    known = FeedRecord(probe, at: at(3), after: known)
    #expect(!ignores() && known.robotsUnreadableSince == nil)
  }

  @Test("a run without articles sends validators for eight days after a reading", arguments: [7.9, 8.1])
  func health(days: Double) {
    var (feed, known) = Self.stored(daysAgo: days, settings: ArticleSettings(.publicCatalog))
    feed.etag = "\"1\""
    #expect(ReadDecision(of: feed, known: known, articles: nil, asOf: now).request.isConditional == (days < 8))
    known.readAt = nil
    #expect(!ReadDecision(of: feed, known: known, articles: nil, asOf: now).request.isConditional)
  }
}
