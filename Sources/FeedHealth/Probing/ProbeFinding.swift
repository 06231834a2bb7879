package import Catalog
package import CloudKitRecords
import Diagnostics
package import Syndication

/// Finding of one probe: the verdict, and the feed's own metadata if it was read.
package struct ProbeFinding: Sendable {
  package let verdict: Verdict
  /// HTTP status; `nil` without an answer.
  package let status: Int?
  /// Duration of the exchanges, in seconds.
  package let seconds: Double
  /// The feed's own metadata; `nil` if the feed was not read.
  package let facts: FeedFacts?
  /// Validators of the answer, byte for byte.
  package let etag, lastModified: String?
  /// Minimum time between fetches that the publisher asks for, in the feed or in the answer, in seconds.
  let updateInterval: Int?
  /// Target of a permanent redirect, in canonical form; `nil` without one.
  package let movedTo: FeedURL?
  /// Whether a redirect led to an address that is not a form of the feed's own.
  let wasRedirected: Bool
  /// Kind of local outage that would cause the same failure; `nil` if none would.
  package let outage: OutageKind?
  /// Whether a server answered, which shows that this machine has a network.
  package let hasAnswer: Bool
  /// The end of the certificate of the feed's own host; `nil` if it is unknown.
  let certificateEnd: Timestamp?
  /// Whether every robots.txt on the way could be read; `nil` if none was reached.
  let isRobotsReadable: Bool?

  /// Judges the outcome of a fetch; `nil` if the run was stopped or the host asked for a pause.
  /// - Parameters:
  ///   - request: the request, with the feed's URL as stored.
  ///   - known: the feed's record in the history.
  ///   - isKnownDocument: whether the last probe read the same document and found it to be fine.
  ///   - wasReplaced: whether the last run, of which the history knows nothing, found another feed in its place.
  /// - Returns: the finding, and the document if it was read.
  package static func judge(
    _ outcome: FetchOutcome, of request: FetchRequest, known: FeedRecord?, isKnownDocument: Bool = false,
    wasReplaced: Bool = false, asOf: Timestamp
  ) -> (finding: ProbeFinding, document: FeedDocument?)? {
    switch outcome.answer {
    case .failure(let failure):
      return Verdict(failure).map { (ProbeFinding($0, failure, outcome, of: request), nil) }
    case .success(let answer):
      var (verdict, document, facts) = judge(
        answer, url: outcome.redirects.last?.url ?? request.url, isConditional: request.isConditional,
        last: known?.probe, isKnownDocument: isKnownDocument, asOf: asOf)
      let isOnOwnSite = outcome.redirects.last.map { FeedHost.isSame($0.url, request.url) } ?? true
      let replacement = facts.flatMap {
        wasReplaced
          ? "found by an earlier run"
          : known?.replacement(by: $0, isRedirected: leavesFeed(outcome, request), isOnOwnSite: isOnOwnSite)
      }
      // Nothing is stored of a document that is another feed's until a person confirms it.
      if let replacement {
        verdict = Verdict(.replaced, isUp: true, isPermanent: true, replacement)
        (document, facts) = (nil, nil)
      }
      return (ProbeFinding(verdict, facts, answer, outcome, of: request), document)
    }
  }

  private init(_ verdict: Verdict, _ failure: FetchFailure, _ outcome: FetchOutcome, of request: FetchRequest) {
    self.verdict = verdict
    seconds = outcome.seconds
    wasRedirected = Self.leavesFeed(outcome, request)
    outage = OutageKind(failure)
    certificateEnd = outcome.certificateEnd.map { Timestamp(milliseconds: $0 * 1000) }
    isRobotsReadable = outcome.isRobotsReadable
    hasAnswer = !outcome.redirects.isEmpty || verdict.verdictClass == .tls || verdict.verdictClass == .tooLarge
    (status, facts, etag, lastModified, movedTo, updateInterval) = (nil, nil, nil, nil, nil, nil)
  }

  private init(
    _ verdict: Verdict, _ facts: FeedFacts?, _ answer: FetchedAnswer, _ outcome: FetchOutcome, of request: FetchRequest
  ) {
    movedTo = verdict.isUp == true ? Self.permanentTarget(of: outcome, from: request.url) : nil
    self.verdict = movedTo.map(verdict.moved) ?? verdict
    seconds = outcome.seconds
    wasRedirected = Self.leavesFeed(outcome, request)
    outage = nil
    certificateEnd = outcome.certificateEnd.map { Timestamp(milliseconds: $0 * 1000) }
    isRobotsReadable = outcome.isRobotsReadable
    hasAnswer = true
    status = answer.status
    self.facts = facts
    // Less than a minute has no effect, and 'audit' reports it as a wrong unit.
    updateInterval = [facts?.updateInterval, answer.maxAge].compactMap(\.self).filter { $0 >= 60 }.max()
    etag = answer.etag
    lastModified = answer.lastModified
  }

  private static func leavesFeed(_ outcome: FetchOutcome, _ request: FetchRequest) -> Bool {
    outcome.redirects.last.map { (try? FeedURL($0.url))?.key != (try? FeedURL(request.url))?.key } ?? false
  }

  /// Returns the target of a permanent redirect, ignoring login and parking pages (seen by NetNewsWire: captive portals
  /// answer 301). Also ignores redirects of a feed with a password, because the target URL does not contain the
  /// password.
  private static func permanentTarget(of outcome: FetchOutcome, from url: String) -> FeedURL? {
    guard FeedURL.redacted(url) == url else { return nil }
    guard let target = outcome.permanentURL.flatMap({ try? FeedURL($0) }), target.canonical != url else { return nil }
    let suspicious = ["login", "signin", "landingpage", "parking", "suspended", "captive"]
    let text = target.canonical.lowercased()
    return suspicious.contains { text.contains($0) } ? nil : target
  }
}

/// A feed's own metadata.
package struct FeedFacts: Sendable {
  package let items: Int
  package let cadence: PublishingCadence
  private(set) var signatures: [ItemSignature]
  /// Minimum time between fetches that the feed requests, in seconds.
  package let updateInterval: Int?
  /// Values for empty fields of the catalog.
  package let description: SelfDescription

  /// Hashes of the first items, to recognize the feed.
  package var itemHashes: [UInt64] { signatures.prefix(ItemSignature.kept).compactMap(\.item) }
  package var titleHashes: [UInt64] { signatures.prefix(ItemSignature.kept).compactMap(\.title) }

  /// The facts without what recognizes items beyond the newest ones, for thousands of feeds in memory.
  package var shortened: FeedFacts {
    var facts = self
    facts.signatures = Array(signatures.prefix(ItemSignature.kept))
    return facts
  }

  init(_ document: FeedDocument, asOf: Timestamp) {
    items = document.itemCount
    cadence = PublishingCadence(document.items.compactMap { $0.date.map { Timestamp($0) } }, asOf: asOf)
    signatures = ItemSignature.signatures(of: document)
    updateInterval = document.updateInterval.flatMap { $0 > 0 ? min($0, 30 * 86_400) : nil }
    description = SelfDescription(
      siteURL: document.siteLink, imageURL: document.image, language: document.language, subtitle: document.description,
      title: document.title)
  }
}
