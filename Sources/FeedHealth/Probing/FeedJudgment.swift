import Catalog
package import CloudKitRecords
import Diagnostics
import FeedProbes
import Syndication

struct FeedJudgment {
  let verdict: Verdict
  let facts: FeedFacts?
  /// The feed, if it was read.
  private(set) var document: FeedDocument?

  init(_ answer: FetchedAnswer, url: String, isConditional: Bool, known: FeedRecord?, asOf: Timestamp) {
    switch answer.status {
    case 304 where !isConditional:
      facts = nil
      verdict = Verdict(.empty, isUp: false, "HTTP 304 to a request without conditions")
    case 304:
      facts = nil
      verdict = Self.unchanged(known?.probe)
    case 200..<300 where answer.wall == nil && answer.status != 204 && answer.status != 205:
      (verdict, document) = Self.judge(answer, url, asOf)
      facts = document.map { FeedFacts($0, asOf: asOf) }
    case 204, 205:
      facts = nil
      verdict = Verdict(.empty, isUp: false, "HTTP \(answer.status), an answer without a body")
    default:
      facts = nil
      verdict = Verdict(status: answer.status, wall: answer.wall, retryAfter: answer.retryAfter)
    }
  }

  /// Returns the verdict for a 304 answer: the feed still has the defect that the last probe found.
  private static func unchanged(_ last: Probe?) -> Verdict {
    let defects: [VerdictClass] = [.stale, .malformed, .emptyFeed]
    guard let last, last.isUp == true, let defect = defects.first(where: { $0.rawValue == last.verdict }) else {
      return Verdict(.notModified, isUp: true, "HTTP 304")
    }
    let evidence = last.detail.firstRange(of: Verdict.moved).map { last.detail[..<$0.lowerBound] } ?? last.detail[...]
    return Verdict(defect, isUp: true, isPermanent: true, String(evidence))
  }

  private static func judge(_ answer: FetchedAnswer, _ url: String, _ asOf: Timestamp) -> (Verdict, FeedDocument?) {
    switch FeedDocument.read(answer.body, contentType: answer.contentType, url: url) {
    case .empty: return (Verdict(.empty, isUp: false, "HTTP \(answer.status), an empty answer"), nil)
    case .malformed(let reason): return (Verdict(.malformed, isUp: false, isPermanent: true, reason), nil)
    case .notAFeed(let other): return (Verdict(.notAFeed, isUp: false, isPermanent: true, words(other)), nil)
    case .feed(let document):
      return (verdict(document, FeedFacts(document, asOf: asOf), asOf), document)
    }
  }

  private static func verdict(_ document: FeedDocument, _ facts: FeedFacts, _ asOf: Timestamp) -> Verdict {
    let count = facts.items.of("item")
    if facts.items == 0 {
      if document.problems.contains(where: { $0.kind == .truncated }) {
        return Verdict(.malformed, isUp: false, "the feed ends before its first item")
      }
      return Verdict(.emptyFeed, isUp: true, isPermanent: true, "the feed has no items")
    }
    if let broken = document.problems.first(where: { $0.kind.isBreakage }) {
      return Verdict(.malformed, isUp: true, isPermanent: true, "\(count); line \(broken.line): \(broken.kind.message)")
    }
    if let newest = facts.cadence.newest,
      PublishingCadence.isStale(newest: newest, medianGap: facts.cadence.medianGap, asOf: asOf)
    {
      return Verdict(.stale, isUp: true, isPermanent: true, "nothing new since \(newest.description.prefix(10))")
    }
    return Verdict(.ok, isUp: true, count)
  }

  private static func words(_ other: OtherDocument) -> String {
    switch other.kind {
    case .html:
      let offered = other.alternates.first.map { "; it offers \(FeedURL.redacted($0))" } ?? ""
      return "a web page" + (other.title.map { " ('\($0.prefix(60))')" } ?? "") + offered
    case .xml(let root): return "an XML document of another kind ('\(root.prefix(40))')"
    case .json: return "JSON that is not a feed"
    case .text: return "plain text"
    case .binary: return "binary data"
    }
  }
}

extension FeedProblem.Kind {
  /// Whether stricter readers would fail.
  fileprivate var isBreakage: Bool {
    switch self {
    case .invalidCharacters, .jsonSyntax, .mismatchedTag, .truncated, .undefinedEntity, .unescapedAmpersand,
      .unquotedAttribute, .junkBeforeRoot, .undeclaredPrefix:
      true
    case .badDate, .charsetMismatch, .tooDeep, .tooManyItems, .tooManyNamespaces, .unknownVersion: false
    }
  }
}

/// Publishing rate of a feed, calculated from the dates of its items.
package struct PublishingCadence: Hashable, Sendable {
  /// Number of days for which articles are counted.
  static let days = 84

  /// Publication date of the newest item; `nil` if no item has a valid date.
  package let newest: Timestamp?
  /// Median time between two publications, in hours; `nil` for fewer than two publications.
  package let medianGap: Double?
  /// Articles per week within 84 days, or since the oldest item if that is later; `nil` without dates.
  package let articlesPerWeek: Double?

  /// Calculates the cadence of publication dates. Dates later than tomorrow are errors and are ignored.
  package init(_ dates: [Timestamp], asOf: Timestamp) {
    let latest = asOf.milliseconds &+ 86_400_000
    let sorted = dates.lazy.map(\.milliseconds).filter { $0 <= latest }.sorted()
    newest = sorted.last.map { Timestamp(milliseconds: $0) }
    guard let oldest = sorted.first else {
      medianGap = nil
      articlesPerWeek = nil
      return
    }
    // Articles with the same date count as one publication, because an import gives all its articles the same date.
    let moments = sorted.reduce(into: [Int64]()) { if $0.last != $1 { $0.append($1) } }
    let gaps = zip(moments.dropFirst(), moments).map { Double($0 - $1) / 3_600_000 }.sorted()
    medianGap = gaps.isEmpty ? nil : (gaps[(gaps.count - 1) / 2] + gaps[gaps.count / 2]) / 2
    let begin = max(asOf.milliseconds - Int64(Self.days) * 86_400_000, oldest)
    let count = sorted.count { $0 >= begin }
    let weeks = max(Double(asOf.milliseconds - begin) / 604_800_000, 1.0 / 7)
    articlesPerWeek = Double(count) / weeks
  }

  /// Returns the age of the newest item at which a feed becomes stale, in days: four times the feed's median gap,
  /// between 30 days and two years; one year if the gap is unknown.
  ///
  /// A monthly blog is not stale after six weeks. Source for one year: Kagi's Small Web list. Source for the feed's own
  /// rhythm: reference/feeds.md §5.2.
  static func staleAfterDays(medianGap hours: Double?) -> Double {
    hours.map { min(730, max(30, 4 * $0 / 24)) } ?? 365
  }

  /// Returns whether a feed's newest item is too old for the feed's rhythm.
  package static func isStale(newest: Timestamp, medianGap hours: Double?, asOf: Timestamp) -> Bool {
    asOf.seconds(since: newest) / 86_400 > staleAfterDays(medianGap: hours)
  }
}
