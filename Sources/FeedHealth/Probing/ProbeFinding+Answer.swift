import Catalog
import CloudKitRecords
import Diagnostics
package import Syndication

extension ProbeFinding {
  typealias Judgment = (verdict: Verdict, document: FeedDocument?, facts: FeedFacts?)

  /// Judges an answer, with the feed if it was read.
  /// - Parameter last: the last probe in the history.
  static func judge(
    _ answer: FetchedAnswer, url: String, isConditional: Bool, last: Probe?, isKnownDocument: Bool, asOf: Timestamp
  ) -> Judgment {
    if isDocument(answer), !isKnownDocument { return judge(answer, url, asOf) }
    let verdict =
      switch answer.status {
      // Like a 304, it says nothing new. Most servers without validators answer so.
      case 200..<300 where isKnownDocument: Verdict(.ok, isUp: true, last?.detail ?? "")
      case 304 where !isConditional: Verdict(.empty, isUp: false, "HTTP 304 to a request without conditions")
      case 304: unchanged(last)
      case 204, 205: Verdict(.empty, isUp: false, "HTTP \(answer.status), an answer without a body")
      default: Verdict(status: answer.status, wall: answer.wall, retryAfter: answer.retryAfter)
      }
    return (verdict, nil, nil)
  }

  private static func isDocument(_ answer: FetchedAnswer) -> Bool {
    (200..<300).contains(answer.status) && answer.status != 204 && answer.status != 205 && answer.wall == nil
  }

  /// Returns the verdict for a 304 answer: the feed still has the defect that the last probe found.
  private static func unchanged(_ last: Probe?) -> Verdict {
    let defects: [VerdictClass] = [.stale, .malformed, .emptyFeed, .replaced]
    guard let last, last.isUp == true, let defect = defects.first(where: { $0.rawValue == last.verdict }) else {
      return Verdict(.notModified, isUp: true, "HTTP 304")
    }
    let evidence = last.detail.firstRange(of: Verdict.moved).map { last.detail[..<$0.lowerBound] } ?? last.detail[...]
    return Verdict(defect, isUp: true, isPermanent: true, String(evidence))
  }

  private static func judge(_ answer: FetchedAnswer, _ url: String, _ asOf: Timestamp) -> Judgment {
    switch FeedDocument.read(answer.body, contentType: answer.contentType, url: url) {
    case .empty: return (Verdict(.empty, isUp: false, "HTTP \(answer.status), an empty answer"), nil, nil)
    case .malformed(let reason): return (Verdict(.malformed, isUp: false, isPermanent: true, reason), nil, nil)
    case .notAFeed(let other): return (Verdict(.notAFeed, isUp: false, isPermanent: true, words(other)), nil, nil)
    case .feed(let document):
      let facts = FeedFacts(document, asOf: asOf)
      return (verdict(document, facts, asOf), document, facts)
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
      return Verdict(.stale, isUp: true, isPermanent: true, "nothing new since \(newest.day)")
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
  package var isBreakage: Bool {
    switch self {
    case .invalidCharacters, .jsonSyntax, .mismatchedTag, .truncated, .undefinedEntity, .unescapedAmpersand,
      .unquotedAttribute, .junkBeforeRoot, .undeclaredPrefix:
      true
    case .badDate, .charsetMismatch, .tooDeep, .tooManyItems, .tooManyNamespaces, .unknownVersion: false
    }
  }
}
