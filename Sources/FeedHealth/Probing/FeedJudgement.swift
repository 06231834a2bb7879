import Catalog
import CloudKitRecords
import Diagnostics
import FeedProbes
import Syndication

/// Judgment of an answer.
struct FeedJudgement {
  let verdict: Verdict
  let facts: FeedFacts?

  init(_ answer: FetchedAnswer, url: String, movedTo: FeedURL?, known: FeedRecord?, asOf: Timestamp) {
    switch answer.status {
    case 304:
      facts = nil
      verdict = Self.unchanged(movedTo, known, asOf)
    case 200..<300 where answer.wall == nil && answer.status != 204 && answer.status != 205:
      (verdict, facts) = Self.judge(answer, url, movedTo, asOf)
    case 204, 205:
      facts = nil
      verdict = .down(.empty, "HTTP \(answer.status), an answer without a body", isPermanent: false)
    default:
      facts = nil
      verdict = Verdict(status: answer.status, wall: answer.wall, retryAfter: answer.retryAfter)
    }
  }

  /// Returns the verdict for a 304 answer, based on the last complete reading.
  private static func unchanged(_ movedTo: FeedURL?, _ known: FeedRecord?, _ asOf: Timestamp) -> Verdict {
    if let movedTo { return .up(.moved, "moved to \(movedTo.redacted)", isPermanent: true) }
    if known?.probe.verdict == VerdictClass.stale.rawValue, let newest = known?.probe.newest {
      return .up(.stale, "nothing new since \(day(newest))", isPermanent: true)
    }
    return .up(.notModified, "HTTP 304")
  }

  private static func judge(
    _ answer: FetchedAnswer, _ url: String, _ movedTo: FeedURL?, _ asOf: Timestamp
  ) -> (Verdict, FeedFacts?) {
    switch FeedDocument.read(answer.body, contentType: answer.contentType, url: url) {
    case .empty: return (.down(.empty, "HTTP \(answer.status), an empty answer", isPermanent: false), nil)
    case .malformed(let reason): return (.down(.malformed, reason, isPermanent: true), nil)
    case .notAFeed(let other): return (.down(.notAFeed, words(other), isPermanent: true), nil)
    case .feed(let document):
      let facts = FeedFacts(document, asOf: asOf)
      return (verdict(document, facts, movedTo, asOf), facts)
    }
  }

  private static func verdict(
    _ document: FeedDocument, _ facts: FeedFacts, _ movedTo: FeedURL?, _ asOf: Timestamp
  ) -> Verdict {
    let count = "\(facts.items.of("item"))"
    if let movedTo { return .up(.moved, "\(count); moved to \(movedTo.redacted)", isPermanent: true) }
    if facts.items == 0 {
      if document.problems.contains(where: { $0.kind == .truncated }) {
        return .down(.malformed, "the feed ends before its first item", isPermanent: false)
      }
      return .up(.emptyFeed, "the feed has no items", isPermanent: true)
    }
    if let broken = document.problems.first(where: { $0.kind.isBreakage }) {
      return .up(.malformed, "\(count); line \(broken.line): \(broken.kind.message)", isPermanent: true)
    }
    if let newest = facts.cadence.newest,
      PublishingCadence.isStale(newest: newest, medianGap: facts.cadence.medianGap, asOf: asOf)
    {
      return .up(.stale, "nothing new since \(day(newest))", isPermanent: true)
    }
    return .up(.ok, count)
  }

  private static func words(_ other: OtherDocument) -> String {
    switch other.kind {
    case .html:
      let offered = other.alternates.first.map { "; it offers \(FeedURL.redacted($0))" } ?? ""
      return "a web page" + (other.title.map { " ('\($0.prefix(60))')" } ?? "") + offered
    case .xml(let root): return "an XML document of another kind ('\(root.prefix(40))')"
    case .json: return "JSON that is no feed"
    case .text: return "plain text"
    case .binary: return "bytes that are no text"
    }
  }

  private static func day(_ moment: Timestamp) -> String { String(moment.description.prefix(10)) }
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
