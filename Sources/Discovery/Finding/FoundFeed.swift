package import Catalog
import CloudKitRecords
package import Curation
import Diagnostics
package import FeedHealth
import Foundation
import Syndication

/// A feed that was found and read.
package struct FoundFeed: Sendable {
  package internal(set) var candidate: FeedCandidate
  /// The address to list: the declared one, or the target of its permanent redirect.
  package let address: FeedURL
  package let redirects: [FetchOutcome.Redirect]
  package let format: String
  package let facts: FeedFacts
  package let text: FeedText
  package let verdict: Verdict
  package let warnings: [FeedWarning]
  /// The titles of the newest items, at most three, newest first.
  package let newestTitles: [String]
  /// An earlier feed of the list with the same items, such as the same feed in another format.
  package internal(set) var repeats: FeedURL?

  /// Creates the feed from a fetch; `nil` if no feed was read.
  init?(_ candidate: FeedCandidate, _ outcome: FetchOutcome, _ finding: ProbeFinding, _ document: FeedDocument?) {
    guard let document, let facts = finding.facts else { return nil }
    self.candidate = candidate
    self.facts = facts.shortened
    address = finding.movedTo ?? candidate.url
    redirects = outcome.redirects
    verdict = finding.verdict
    format = Self.format(of: document)
    text = FeedText(of: document)
    let dated = document.items.filter { $0.date != nil }.sorted { $0.date ?? .distantPast > $1.date ?? .distantPast }
    newestTitles = (dated.isEmpty ? document.items : dated).prefix(3).compactMap { $0.title.map(FeedWords.plain) }
    warnings = FeedWarning.all(of: document, address, outcome)
    let title = facts.description.title ?? ""
    if candidate.origin != .address, candidate.role < .comments, FeedRole.isOfComments(title) {
      self.candidate.role = .comments
    }
  }

  /// Why the feed has its place in the list.
  package var reason: String {
    let origin = candidate.platform.map { "a usual address of \($0)" } ?? candidate.origin.words
    if candidate.origin == .address { return origin }
    return "\(origin), the feed of \(candidate.role.words)"
  }

  package var hasItems: Bool { facts.items > 0 }

  private static func format(of document: FeedDocument) -> String {
    let name =
      switch document.format {
      case .rss, .rdf, .channel: "RSS"
      case .atom: "Atom"
      case .jsonFeed: "JSON Feed"
      case .rssInJSON: "RSS in JSON"
      }
    let version = document.version?.split(separator: "/").last.map(String.init)
    return version.map { $0.first?.isNumber == true ? "\(name) \($0.prefix(8))" : name } ?? name
  }

  /// Whether at least half of the items of one feed are in the other.
  static func haveSameItems(_ first: FeedFacts, _ second: FeedFacts) -> Bool {
    let pairs = [(first.itemHashes, second.itemHashes), (first.titleHashes, second.titleHashes)]
    return pairs.contains { first, second in
      let shared = Set(first).intersection(second).count
      return shared > 0 && shared * 2 >= min(Set(first).count, Set(second).count)
    }
  }
}

extension FoundFeed {
  /// Returns the entry of the feed for a list or catalog, from its own metadata.
  package func entry(at place: SeedPlace, category: String? = nil) -> FeedSeed {
    var seed = FeedSeed(feedURL: address.canonical, authority: .named, place: place)
    let said = facts.description
    let title = said.title.map { FeedWords.plain($0) } ?? ""
    let shown = title.isEmpty ? FeedURL.host(of: address.canonical) ?? address.redacted : title
    seed.fields[FeedField.title] = .string(CleanText(shown, limit: .title).text)
    for (field, url) in [(FeedField.siteURL, said.siteURL), (FeedField.imageURL, said.imageURL)] {
      seed.fields[field] = url.flatMap(Self.webAddress).map { .string($0) }
    }
    let language = said.language.map { LanguageTag.corrected($0) ?? $0 }
    seed.fields[FeedField.language] = language.flatMap { LanguageTag.problem(in: $0) == nil ? .string($0) : nil }
    seed.fields[FeedField.category] = category.map { .string($0) }
    return seed
  }

  private static func webAddress(_ text: String) -> String? {
    guard let url = try? FeedURL(text), url.redacted == url.canonical else { return nil }
    return url.canonical
  }
}

/// What a curator should know before listing a feed.
package enum FeedWarning: String, Sendable {
  case httpOnly = "http-only"
  case noIDs = "no-ids"
  case noDates = "no-dates"
  case manyRedirects = "redirects"
  case blocked = "no-republishing"
  case malformed

  package var words: String {
    switch self {
    case .httpOnly: "the address has no https"
    case .noIDs: "its items have neither ids nor links"
    case .noDates: "its items have no dates"
    case .manyRedirects: "it is behind several redirects"
    case .blocked: "the publisher asks not to republish it"
    case .malformed: "the document has errors that stricter readers refuse"
    }
  }

  static func all(of document: FeedDocument, _ address: FeedURL, _ outcome: FetchOutcome) -> [FeedWarning] {
    let checks: [(FeedWarning, Bool)] = [
      (.httpOnly, !address.isSecure),
      (.noIDs, !document.items.isEmpty && document.items.allSatisfy { $0.id == nil && $0.link == nil }),
      (.noDates, !document.items.isEmpty && document.items.allSatisfy { $0.date == nil }),
      (.manyRedirects, outcome.redirects.count > 1), (.blocked, document.isBlocked),
      (.malformed, document.problems.contains { $0.kind.isBreakage }),
    ]
    return checks.filter(\.1).map(\.0)
  }
}
