package import Catalog
package import CloudKitRecords
package import FeedProbes
import Syndication

/// The finding of one probe: the verdict, and the feed's own metadata if it was read.
package struct ProbeFinding: Sendable {
  /// The verdict.
  package let verdict: Verdict
  /// The HTTP status; `nil` without an answer.
  package let status: Int?
  /// Seconds the exchanges took.
  package let seconds: Double
  /// The feed's own metadata; `nil` if the feed was not read.
  package let facts: FeedFacts?
  /// The validators of the answer, byte for byte.
  package let etag, lastModified: String?
  /// The target of a permanent redirect, in canonical form; `nil` without one.
  package let movedTo: FeedURL?
  /// The kind of outage of this machine that would look like the failure; `nil` if there is none.
  package let outage: OutageKind?
  /// Whether this machine may have caused the failure, so that a check of the network must confirm it.
  let needsConfirmation: Bool

  /// The finding of a fetch; `nil` if the run was stopped or the host asked for a pause.
  /// - Parameters:
  ///   - url: the feed's, as stored.
  ///   - known: what the history knows of the feed.
  package init?(_ outcome: FetchOutcome, of url: String, known: FeedRecord?, asOf: Timestamp) {
    seconds = outcome.seconds
    let target = Self.permanentTarget(of: outcome, from: url)
    switch outcome.answer {
    case .failure(let failure):
      guard let verdict = Verdict(failure) else { return nil }
      self.verdict = verdict
      status = nil
      facts = nil
      (etag, lastModified, movedTo) = (nil, nil, nil)
      outage = OutageKind(failure)
      needsConfirmation = outage != nil || failure.isBroken
    case .success(let answer):
      status = answer.status
      etag = answer.etag
      lastModified = answer.lastModified
      outage = nil
      needsConfirmation = false
      let judged = FeedJudgement(
        answer, url: outcome.redirects.last?.url ?? url, movedTo: target, known: known, asOf: asOf)
      facts = judged.facts
      verdict = judged.verdict
      movedTo = judged.verdict.isUp == true ? target : nil
    }
  }

  /// Ignores redirects to login and parking pages (seen by NetNewsWire: captive portals answer 301), and those of a feed
  /// with a password, which a redirect does not repeat.
  private static func permanentTarget(of outcome: FetchOutcome, from url: String) -> FeedURL? {
    guard FeedURL.redacted(url) == url else { return nil }
    guard let target = outcome.permanentURL.flatMap({ try? FeedURL($0) }), target.canonical != url else { return nil }
    let suspicious = ["login", "signin", "landingpage", "parking", "suspended", "captive"]
    let text = target.canonical.lowercased()
    return suspicious.contains { text.contains($0) } ? nil : target
  }
}

extension FetchFailure {
  /// Whether the answer ended early or took too long.
  fileprivate var isBroken: Bool {
    switch self {
    case .interrupted, .timeout: true
    default: false
    }
  }
}

/// A feed's own metadata.
package struct FeedFacts: Sendable {
  /// How many items it lists.
  package let items: Int
  /// How often it publishes.
  package let cadence: PublishingCadence
  /// Hashes of the first items' identifiers, to recognize the feed by.
  package let itemHashes: [UInt64]
  /// Minimum time between fetches that it asks for, in seconds.
  package let updateInterval: Int?
  /// Values for empty fields of the catalogue.
  package let description: SelfDescription

  /// Maximum number of `itemHashes`.
  private static let hashesKept = 24

  init(_ document: FeedDocument, asOf: Timestamp) {
    items = document.itemCount
    cadence = PublishingCadence(document.items.compactMap { $0.date.map { Timestamp($0) } }, asOf: asOf)
    itemHashes = document.items.lazy.compactMap(\.identity).prefix(Self.hashesKept).map { StableHash.of($0.utf8) }
    updateInterval = document.updateInterval.flatMap { $0 > 0 ? min($0, 30 * 86_400) : nil }
    description = SelfDescription(
      siteURL: document.siteLink, imageURL: document.image, language: document.language, subtitle: document.description)
  }
}
