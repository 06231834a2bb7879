package import Catalog
package import CloudKitRecords
package import Curation
package import FeedHealth
import Syndication

/// A check of the entries of lists: each is fetched once, judged, and compared with the others.
package struct ListCheck: Sendable {
  /// What a fetch of an entry showed.
  package struct Result: Sendable {
    fileprivate let finding: ProbeFinding?
    fileprivate var verdict: Verdict? { finding?.verdict }
    fileprivate let feed: FoundFeed?
    /// The feed that a page declares at the address of an entry.
    fileprivate let declared: FeedURL?

    package init(_ outcome: FetchOutcome, of url: FeedURL, asOf: Timestamp) {
      let request = FetchRequest(url: url.canonical)
      let judged = ProbeFinding.judge(outcome, of: request, known: nil, asOf: asOf)
      finding = judged?.finding
      feed = judged.flatMap { FoundFeed(FeedCandidate(url, .address), outcome, $0.finding, $0.document) }
      var declared: FeedURL?
      if finding?.verdict.verdictClass == .notAFeed, let answer = try? outcome.answer.get() {
        let address = outcome.redirects.last?.url ?? url.canonical
        let page = WebPage(answer.body, contentType: answer.contentType, url: address)
        declared = FeedCandidate.candidates(of: page, at: address, headers: answer.links).first?.url
      }
      self.declared = declared
    }
  }

  package private(set) var entries: [CheckedEntry]
  /// The outage of this machine's network that the results show.
  package private(set) var outage: OutageWatch.Outage?
  /// The first entry with an address, among those to compare with and then among those to judge.
  private var holders: [FeedURL.Key: Int] = [:]
  private var watch = OutageWatch()

  /// - Parameter isJudged: Whether to judge the entry at a place; all others are only compared with.
  package init(_ seeds: [FeedSeed], isJudged: (Int) -> Bool = { _ in true }) {
    entries = seeds.enumerated().map { CheckedEntry($0.element, isJudged: isJudged($0.offset)) }
    let order = entries.indices.filter { !entries[$0].isJudged } + entries.indices.filter { entries[$0].isJudged }
    for index in order { hold(index) }
    var former: [FeedURL.Key: Int] = [:]
    for index in order {
      for key in entries[index].seed.formerURLs.compactMap({ try? FeedURL($0).key }) where former[key] == nil {
        former[key] = index
      }
    }
    for index in order where entries[index].isJudged {
      guard let other = entries[index].url.flatMap({ former[$0.key] }), other != index else { continue }
      if entries[index].remarks.isEmpty {
        entries[index].add(.duplicate, "a former address of '\(entries[other].label)'", other: other)
      }
    }
    // A redirect to a former address leads to the entry that had it.
    holders.merge(former) { first, _ in first }
  }

  /// The places of the entries to fetch.
  package var pending: [Int] {
    entries.indices.filter { entries[$0].isJudged && entries[$0].url != nil && entries[$0].remarks.isEmpty }
  }

  private mutating func hold(_ index: Int) {
    let entry = entries[index]
    guard let key = entry.url?.key else {
      if entry.isJudged { entries[index].add(.invalid, Self.mistake(in: entry.seed.feedURL)) }
      return
    }
    if let other = holders[key] {
      if entry.isJudged { entries[index].add(.duplicate, "repeats '\(entries[other].label)'", other: other) }
    } else {
      holders[key] = index
    }
  }

  private static func mistake(in text: String) -> String {
    do {
      _ = try FeedURL(text)
      return ""
    } catch { return "\(error)" }
  }

  // MARK: Results

  package mutating func add(_ result: Result, of index: Int) {
    guard let verdict = result.verdict, let finding = result.finding else {
      return entries[index].add(.failing, "the host asked for a longer pause than the check waits")
    }
    let host = FeedHost.of(entries[index].url?.canonical ?? "")
    watch.add(finding.outage, hasAnswer: finding.hasAnswer, host: host, last: .none)
    outage = watch.outage
    entries[index].feed = result.feed
    let entryClass = EntryClass(verdict, status: finding.status)
    if let target = finding.movedTo {
      addMove(index, to: target)
    } else if entryClass != .alive, entryClass != .moved {
      // The first feed of a page may be the one of its comments: the target is named instead.
      let evidence = verdict.evidence.firstRange(of: "; it offers ").map { verdict.evidence[..<$0.lowerBound] }
      entries[index].add(entryClass, evidence.map(String.init) ?? verdict.evidence, target: result.declared)
    }
    entries[index].compareDescription()
  }

  private mutating func addMove(_ index: Int, to target: FeedURL) {
    if let other = holders[target.key], other != index {
      let text = "redirects to \(target.redacted), the address of '\(entries[other].label)'"
      entries[index].add(.duplicate, text, target: target, other: other)
    } else {
      entries[index].add(.moved, "moved to \(target.redacted)", target: target)
    }
  }

  /// Compares the items of all feeds that were read. The first entry of several with the same items counts as the feed.
  package mutating func compareItems() {
    var first: [UInt64: Int] = [:]
    for index in entries.indices {
      guard let facts = entries[index].feed?.facts, facts.items > 0, entries[index].entryClass != .duplicate else {
        continue
      }
      let others = Set((facts.itemHashes + facts.titleHashes).compactMap { first[$0] }).sorted()
      let same = others.first { other in
        entries[other].feed.map { FoundFeed.haveSameItems($0.facts, facts) } ?? false
      }
      if let same {
        entries[index].add(.sameItems, "has the items of '\(entries[same].label)'", other: same)
      }
      for hash in facts.itemHashes + facts.titleHashes where first[hash] == nil { first[hash] = index }
    }
  }
}
