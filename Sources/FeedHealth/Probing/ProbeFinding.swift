package import Catalog
package import CloudKitRecords
import Diagnostics
package import FeedFetching
package import ProbeHistory
import Syndication

/// What one probe brought: the verdict, and what the feed says of itself where it was read.
package struct ProbeFinding: Sendable {
  /// The verdict.
  package let verdict: Verdict
  /// The HTTP status; `nil` where there was no answer.
  package let status: Int?
  /// Seconds the exchanges took.
  package let seconds: Double
  /// What the feed says of itself; `nil` where it was not read.
  package let facts: FeedFacts?
  /// The validators of the answer, byte for byte.
  package let etag, lastModified: String?
  /// Where it has moved for good, in canonical form; `nil` where it has not.
  package let movedTo: FeedURL?
  /// Where the failure would look the same if this machine had no network: in what way.
  package let outage: OutageKind?
  /// Whether this machine may be why there was no whole answer.
  let isDoubtful: Bool

  /// What a fetch says of a feed; `nil` where it says nothing, because the run was stopped or the host is to be left alone.
  /// - Parameters:
  ///   - url: the feed's, as stored.
  ///   - known: what was known before.
  package init?(_ outcome: FetchOutcome, of url: String, known: FeedRecord?, asOf: Timestamp) {
    seconds = outcome.seconds
    let moved = Self.move(outcome, from: url)
    switch outcome.answer {
    case .failure(let failure):
      guard let verdict = Verdict(failure) else { return nil }
      self.verdict = verdict
      status = nil
      facts = nil
      (etag, lastModified, movedTo) = (nil, nil, nil)
      outage = OutageKind(failure)
      isDoubtful = outage != nil || failure.isBroken
    case .success(let answer):
      status = answer.status
      etag = answer.etag
      lastModified = answer.lastModified
      outage = nil
      isDoubtful = false
      let judged = FeedJudgement(
        answer, url: outcome.redirects.last?.url ?? url, moved: moved, known: known, asOf: asOf)
      facts = judged.facts
      verdict = judged.verdict
      movedTo = judged.verdict.isUp == true ? moved : nil
    }
  }

  /// A move to a page that asks for a password or offers a domain is none (seen by NetNewsWire: captive portals answer 301);
  /// nor is that of a feed with a password, which a redirect does not repeat.
  private static func move(_ outcome: FetchOutcome, from url: String) -> FeedURL? {
    guard FeedURL.redacted(url) == url else { return nil }
    guard let target = outcome.permanentURL.flatMap({ try? FeedURL($0) }), target.canonical != url else { return nil }
    let suspicious = ["login", "signin", "landingpage", "parking", "suspended", "captive"]
    let text = target.canonical.lowercased()
    return suspicious.contains { text.contains($0) } ? nil : target
  }
}

extension FetchFailure {
  /// Whether an answer was begun, or waited for, and did not come.
  fileprivate var isBroken: Bool {
    switch self {
    case .interrupted, .timeout: true
    default: false
    }
  }
}

/// What a feed says of itself.
package struct FeedFacts: Sendable {
  /// How many items it lists.
  package let items: Int
  /// How often it publishes.
  package let cadence: PublishingCadence
  /// Hashes of the first items' identifiers: enough to know the feed again by.
  package let itemHashes: [UInt64]
  /// Seconds it asks to be left alone between fetches.
  package let updateInterval: Int?
  /// What stands in the feed for the catalogue's empty fields.
  package let siteURL, imageURL, language, subtitle: String?

  /// Items that are remembered to know a feed again by.
  private static let hashesKept = 24

  init(_ document: FeedDocument, asOf: Timestamp) {
    items = document.itemCount
    cadence = PublishingCadence(document.items.compactMap { $0.date.map { Timestamp($0) } }, asOf: asOf)
    itemHashes = document.items.lazy.compactMap(\.identity).prefix(Self.hashesKept).map { StableHash($0.utf8).mixed }
    updateInterval = document.updateInterval.flatMap { $0 > 0 ? min($0, 30 * 86_400) : nil }
    siteURL = document.siteLink
    imageURL = document.image
    language = document.language
    subtitle = document.description
  }
}
