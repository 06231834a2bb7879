package import Catalog
package import CloudKitRecords
import Diagnostics
package import FeedHealth
import Notation
import Syndication

/// The feeds of an address, the best first, and what was tried.
package struct FoundFeeds: Sendable {
  /// An address that looks like a feed's, but has no feed.
  package struct Rejected: Sendable {
    package let url: FeedURL
    package let reason: String
  }

  /// The address as the user gave it, without a password.
  package let address: String
  package internal(set) var pageTitle: String?
  package internal(set) var feeds: [FoundFeed] = []
  package internal(set) var rejected: [Rejected] = []
  /// Number of further links that were not fetched.
  package internal(set) var unread = 0
  /// Why the address itself could not be read as a feed or page; `nil` if it could.
  package internal(set) var refusal: String?
  package internal(set) var notes: [String] = []

  init(_ address: String) { self.address = FeedURL.redacted(address) }

  /// The feed to list; `nil` if none works.
  package var best: FoundFeed? { feeds.first { $0.hasItems } }
}

/// Finds the feeds of sites, pages and feeds.
package struct FeedFinder: Sendable {
  /// Maximum links of a page to fetch, the best first: some pages declare a feed for each of hundreds of tags.
  package static let fetched = 12

  private let fetcher: any FeedFetcher
  private let guesses: Bool
  private let asOf: Timestamp

  /// - Parameter guesses: Whether to try usual addresses if a page declares no feed.
  package init(fetcher: any FeedFetcher, guesses: Bool, asOf: Timestamp) {
    self.fetcher = fetcher
    self.guesses = guesses
    self.asOf = asOf
  }

  private enum Reading {
    case feed(FoundFeed)
    case page(WebPage, url: String, headers: [String])
    case refused(String, isMissing: Bool)
  }

  /// Finds the feeds of an address.
  package func find(_ text: String) async -> FoundFeeds {
    var found = FoundFeeds(text)
    let url: FeedURL
    do { url = try FeedURL(text) } catch {
      found.refusal = "\(error)"
      return found
    }
    var page: WebPage?
    switch await read(FeedCandidate(url, .address), acceptsPage: true) {
    case .feed(let feed):
      found.feeds = [feed]
      await addHomePage(of: feed, to: &found)
      return found
    case .refused(let reason, let isMissing):
      found.refusal = reason
      if !isMissing { return found }
    case .page(let read, let address, let headers):
      page = read
      found.pageTitle = read.title
      await add(FeedCandidate.candidates(of: read, at: address, headers: headers), to: &found)
      if found.feeds.isEmpty { await addSite(of: address, read, to: &found) }
    }
    if found.feeds.isEmpty, guesses { await addKnown(for: url, page, to: &found) }
    return found
  }

  // MARK: Parts

  /// Looks at the home page of the site if another page has no feed.
  private func addSite(of address: String, _ page: WebPage, to found: inout FoundFeeds) async {
    if page.asksForPassword { found.notes.append("the page asks for a password, so its feeds may be hidden") }
    let root = URLReference.resolve("/", base: address)
    guard let home = try? FeedURL(root), let own = try? FeedURL(address), home.key != own.key,
      case .page(let read, let url, let headers) = await read(FeedCandidate(home, .address), acceptsPage: true)
    else { return }
    await add(FeedCandidate.candidates(of: read, at: url, headers: headers), to: &found)
    if !found.feeds.isEmpty { found.notes.append("the page has no feed; these are the feeds of \(home.redacted)") }
  }

  /// Adds the feeds that the home page of a feed declares, which may be its successors.
  private func addHomePage(of feed: FoundFeed, to found: inout FoundFeeds) async {
    guard let site = feed.facts.description.siteURL, let home = try? FeedURL(site), home.key != feed.address.key,
      case .page(let page, let url, let headers) = await read(FeedCandidate(home, .address), acceptsPage: true)
    else { return }
    found.pageTitle = page.title
    let declared = FeedCandidate.candidates(of: page, at: url, headers: headers).filter { $0.origin <= .header }
    let own: Set<FeedURL.Key> = [feed.address.key, feed.candidate.url.key]
    let others = declared.filter { !own.contains($0.url.key) && $0.role == .site }
    if others.count == declared.filter({ $0.role == .site }).count, let first = others.first {
      found.notes.append("the home page \(home.redacted) does not declare this feed, but \(first.url.redacted)")
    }
    await add(others.map { FeedCandidate($0.url, .homePage, role: $0.role, title: $0.title) }, to: &found)
  }

  /// Tries usual addresses one after the other, until one is a feed.
  private func addKnown(for url: FeedURL, _ page: WebPage?, to found: inout FoundFeeds) async {
    let tried = Set(found.rejected.map(\.url.key) + [url.key])
    for candidate in KnownAddresses.candidates(for: url, page: page) where !tried.contains(candidate.url.key) {
      if Task.isCancelled { return }
      guard case .feed(let feed) = await read(candidate), feed.hasItems else { continue }
      found.feeds.append(feed)
      return
    }
    found.notes.append("no usual address is a feed")
  }

  /// Fetches candidates and adds those that are feeds.
  private func add(_ candidates: [FeedCandidate], to found: inout FoundFeeds) async {
    let chosen = Array(candidates.prefix(Self.fetched))
    found.unread += candidates.count - chosen.count
    let readings = await withTaskGroup(of: (Int, Reading).self) { group in
      for (index, candidate) in chosen.enumerated() { group.addTask { (index, await read(candidate)) } }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
    }
    for (index, candidate) in chosen.enumerated() {
      switch readings[index] {
      case .feed(let feed): found.feeds.append(feed)
      case .refused(let reason, _): found.rejected.append(.init(url: candidate.url, reason: reason))
      case .page, nil: break
      }
    }
    found.feeds = Self.ranked(found.feeds)
  }

  /// Returns feeds, the best first, each once; a feed with the items of an earlier one names it.
  private static func ranked(_ feeds: [FoundFeed]) -> [FoundFeed] {
    var byCandidate = Dictionary(feeds.map { ($0.candidate.url.key, $0) }) { first, _ in first }
    let sorted = FeedCandidate.sorted(feeds.map(\.candidate)).compactMap { byCandidate.removeValue(forKey: $0.url.key) }
    var result: [FoundFeed] = []
    var seen: Set<FeedURL.Key> = []
    for var feed in sorted.filter(\.hasItems) + sorted.filter({ !$0.hasItems }) {
      guard seen.insert(feed.address.key).inserted else { continue }
      feed.repeats = result.first { FoundFeed.haveSameItems($0.facts, feed.facts) }?.address
      result.append(feed)
    }
    return result
  }

  // MARK: Reading

  private func read(_ candidate: FeedCandidate, acceptsPage: Bool = false) async -> Reading {
    var request = FetchRequest(url: candidate.url.canonical)
    request.acceptsPart = acceptsPage
    let outcome = await fetcher.fetch(request)
    guard let judged = ProbeFinding.judge(outcome, of: request, known: nil, asOf: asOf) else {
      return .refused("the host asked for a pause, or the run was stopped", isMissing: false)
    }
    if let feed = FoundFeed(candidate, outcome, judged.finding, judged.document) { return .feed(feed) }
    let verdict = judged.finding.verdict
    if acceptsPage, verdict.verdictClass == .notAFeed, let answer = try? outcome.answer.get() {
      let url = outcome.redirects.last?.url ?? request.url
      if case .notAFeed(let other) = FeedDocument.read(answer.body, contentType: answer.contentType, url: url),
        other.kind == .html || !LinkHeader.feeds(in: answer.links, base: url).isEmpty
      {
        return .page(
          WebPage(answer.body, contentType: answer.contentType, url: url), url: url, headers: answer.links)
      }
    }
    return .refused(verdict.evidence, isMissing: [.http4xx, .notAFeed, .empty].contains(verdict.verdictClass))
  }
}
