package import Catalog
package import CloudKitRecords
package import Syndication

/// The articles that a feed should have after one of its documents was read.
package struct FeedArticles: Sendable {
  /// The number of entries without articles, and of repaired and truncated ones.
  package struct Counts: Hashable, Sendable {
    package internal(set) var entries = 0
    /// The number of entries without identifier, link, title and text.
    package internal(set) var unidentified = 0
    /// The number of entries that share their identifier with another.
    package internal(set) var repaired = 0
    package internal(set) var beyondMaximum = 0
    /// The number of entries older than the retention, or beyond the newest without a plausible date.
    package internal(set) var tooOld = 0
    package internal(set) var denied = 0
    /// The number of articles that are too long for a record.
    package internal(set) var truncated = 0

    package init() {}

    package mutating func add(_ other: Counts) {
      for count: WritableKeyPath<Counts, Int> in [
        \.entries, \.unidentified, \.repaired, \.beyondMaximum, \.tooOld, \.denied, \.truncated,
      ] { self[keyPath: count] += other[keyPath: count] }
    }
  }

  package let feed: RecordName
  /// What to store with the feed after its articles are stored.
  package private(set) var state: ReadState
  package private(set) var counts = Counts()
  /// The listed articles; empty if the document has not changed.
  let drafts: [ArticleDraft]
  /// The identifiers of all listed entries, without white space around them.
  let listed: Set<String>

  /// The bytes of the articles in memory.
  package let size: Int

  /// - Parameters:
  ///   - document: `nil` if it has not changed and was not read.
  ///   - robotsTag: the `X-Robots-Tag` of the answer.
  package init(
    _ document: FeedDocument?, of feed: FeedEntry, robotsTag: String?, state: ReadState, settings: ArticleSettings,
    asOf: Timestamp
  ) {
    self.feed = feed.recordName
    self.state = state
    if document?.problems.contains(where: { $0.kind == .truncated }) == true { self.state.validator = nil }
    guard state.isCompared, let document else {
      (drafts, listed, size) = ([], [], 0)
      return
    }
    let (entries, unidentified, repeated) = ListedEntry.entries(of: document, feed: feed, asOf: asOf)
    listed = Set(entries.map(\.key.bareGuid))
    counts.entries = document.itemCount
    counts.unidentified = unidentified
    counts.repaired = repeated
    counts.beyondMaximum = max(0, entries.count - settings.maximumPerFeed)
    let oldest = asOf.milliseconds - settings.retention
    let isBlocked = document.isBlocked || Self.forbidsCopies(robotsTag)
    let isExcerpt = settings.isExcerpt(feed.feedURL, named: feed.recordName) || isBlocked
    var drafts: [ArticleDraft] = []
    for (rank, var entry) in entries.prefix(settings.maximumPerFeed).enumerated() {
      // Only its rank tells whether an entry without a date is new, so the first ones are kept in any case.
      let kept = entry.published == nil ? max(settings.keepNewest, 10) : settings.keepNewest
      entry.isKept = rank < kept
      guard entry.isKept || entry.published.map({ $0.milliseconds >= oldest }) ?? false else {
        counts.tooOld += 1
        continue
      }
      guard !settings.denied.contains(article: entry.url) else {
        counts.denied += 1
        continue
      }
      drafts.append(
        ArticleDraft(
          entry, of: feed, language: document.language ?? feed.language, isExcerpt: isExcerpt || entry.item.isBlocked,
          layout: settings.layout))
    }
    counts.truncated = drafts.count { $0.isTruncated }
    self.drafts = drafts
    size = drafts.reduce(0) { $0 + $1.size }
  }

  /// Whether a header asks robots not to keep copies. `noindex` does not: common plug-ins send it with every feed.
  /// Rules for one robot, such as `googlebot: noarchive`, are for that robot. Source: Google Search Central, "Robots
  /// meta tag", X-Robots-Tag, read 2026-11.
  private static func forbidsCopies(_ header: String?) -> Bool {
    guard let header else { return false }
    let rules = header.lowercased().split(whereSeparator: { $0 == "," || $0 == "\n" })
    return rules.contains { rule in
      let words = rule.filter { $0 != " " && $0 != "\t" }
      return words == "noarchive" || words == "nosnippet"
    }
  }
}
