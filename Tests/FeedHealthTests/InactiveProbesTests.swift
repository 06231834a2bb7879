import Articles
import Catalog
import CloudKitRecords
import CloudKitSchema
import Diagnostics
import FeedHealth
import Foundation
import ProbeHistory
import SQLiteStore
import Synchronization
import TestEnvironment
import Testing

/// A catalog in memory whose feeds fail and return as a script says, run by `update` every hour or day.
private final class DyingWeb: Sendable {
  enum Death: String, CaseIterable, Sendable {
    case noName, parked, certificate, timeout, failing, refused

    var outcome: FetchOutcome {
      switch self {
      case .noName: .unknownHost
      case .parked: .success(200, body: "<!DOCTYPE html><html><title>Buy this domain</title></html>")
      case .certificate: FetchOutcome(answer: .failure(.tls(reason: "the certificate expired on 2026-11-01")))
      case .timeout: FetchOutcome(answer: .failure(.timeout(.sending, seconds: 20)))
      case .failing: .success(500)
      case .refused: FetchOutcome(answer: .failure(.connect(reason: "connection refused")))
      }
    }
  }

  static let start: Int64 = 1_795_219_200_000

  let store: LocalContainer
  let layout: CatalogLayout
  let history: SQLiteProbeHistory
  /// What a feed serves instead of its document.
  private let deaths = Mutex<[Int: FetchOutcome]>([:])
  private let fetches = Mutex<[String: [Int]]>([:])

  init(_ feeds: Int, _ layout: CatalogLayout = .publicCatalog) async throws {
    self.layout = layout
    let name = layout == .publicCatalog ? "celestra" : "celestrakit"
    let file = TestEnvironment.root.appending(path: "schema/\(name).ckdb")
    let text = SourceText(name: name, text: try String(contentsOf: file, encoding: .utf8))
    store = try LocalContainer.inMemory(schema: Schema(SchemaFile(text))) { Timestamp(milliseconds: Self.start) }
    history = try SQLiteProbeHistory.inMemory()
    let creations = (0..<feeds).map { number in
      let url = FieldValue.string("https://h\(number).example/feed")
      return RecordOperation(
        .create,
        Record(
          type: layout.feedType, name: RecordName("f\(number)"),
          fields: ["feedURL": url, "title": .string("Feed \(number)")]))
    }
    #expect(try await store.modify(creations).allSatisfy { $0.error == nil })
  }

  func set(_ number: Int, _ outcome: FetchOutcome?) { deaths.withLock { $0[number] = outcome } }

  /// The days on which a feed was fetched.
  func days(of number: Int) -> [Int] { fetches.withLock { $0["https://h\(number).example/feed"] ?? [] } }

  var reader: CatalogReader { CatalogReader(store, layout: layout, schema: store.schema) }

  @discardableResult
  func update(day: Int, all: Bool = false, on other: SQLiteProbeHistory? = nil) async throws -> ProbeSummary {
    let fetcher = ScriptedFetcher { [self] url, _ in
      fetches.withLock { $0[url, default: []].append(day) }
      guard let number = Int(url.dropFirst("https://h".count).prefix { $0.isNumber }) else { return .unknownHost }
      if let outcome = deaths.withLock({ $0[number] }) { return outcome }
      // A post a day.
      let items = (0..<5).map { index in
        let date = Date(timeIntervalSince1970: Double(Self.start) / 1000 + Double(day - index) * 86_400)
        return "<item><guid>\(number)-\(day - index)</guid><title>Post \(day - index)</title>"
          + "<pubDate>\(date.formatted(.iso8601))</pubDate></item>"
      }
      return .success(200, body: "<rss version='2.0'><channel><title>F</title>\(items.joined())</channel></rss>")
    }
    var run = ProbeRun(
      reader, schema: store.schema, fetcher: fetcher, history: other ?? history,
      asOf: Timestamp(milliseconds: Self.start + Int64(day) * 86_400_000), articles: ArticleSettings(layout))
    var selection = ProbeSelection()
    selection.includesAll = all
    try await run.run(selection)
    return run.summary
  }

  func proposals(
    _ kinds: Set<FeedProposal.Kind> = [.deactivate, .reactivate, .duplicate], includesDismissed: Bool = false
  ) async throws -> ProposalRun {
    var run = ProposalRun(reader, history: history, kinds: kinds, includesDismissed: includesDismissed)
    try await run.find()
    return run
  }

  func entry(_ number: Int) async throws -> FeedEntry {
    try #require(try await reader.page(named: [RecordName("f\(number)")]).entries.first)
  }

  func articles(of number: Int) async throws -> Int {
    var count = 0
    try await store.forEachPage(of: Query(layout.articleType)) { page in
      count += page.count { $0["title"]?.string?.hasPrefix("Post") == true && $0.feedName == "f\(number)" }
    }
    return count
  }
}

extension Record {
  fileprivate var feedName: String? {
    (self["feedReference"]?.reference?.recordName.rawValue) ?? self["feedRecordName"]?.string
  }
}

@Suite("Dead and inactive feeds")
struct InactiveProbesTests {
  @Test("a feed that fails in any way for 30 days is proposed for deactivation, not earlier", arguments: [true, false])
  func dead(isDaily: Bool) async throws {
    let deaths = DyingWeb.Death.allCases
    let web = try await DyingWeb(deaths.count + 1)
    try await web.update(day: 0)
    for (number, death) in deaths.enumerated() { web.set(number, death.outcome) }
    for day in 1...30 where isDaily || day % 7 == 1 { try await web.update(day: day, all: true) }
    #expect(try await web.proposals().proposals.isEmpty)
    try await web.update(day: isDaily ? 31 : 36, all: true)
    let found = try await web.proposals().proposals
    #expect(found.map(\.feed.rawValue).sorted() == deaths.indices.map { "f\($0)" })
    #expect(found.allSatisfy { $0.kind == .deactivate && $0.reason.hasPrefix("fails for 3") })
    let parked = found.first { $0.feed == "f1" }
    #expect(parked?.reason.hasSuffix("since 2026-11-22: not-a-feed, a web page ('Buy this domain')") == true)
  }

  @Test("a feed whose robots.txt cannot be read is fetched after 30 days, and proposed only after 30 more failures")
  func robots() async throws {
    let web = try await DyingWeb(3)
    try await web.update(day: 0)
    for (number, outcome) in [FetchOutcome.feed, .success(503)].enumerated() {
      var outcome = outcome
      outcome.isRobotsReadable = false
      web.set(number, outcome)
    }
    for day in 1...60 {
      try await web.update(day: day, all: true)
      let known = try await web.history.records(of: ["f0"])["f0"]
      #expect(known?.isUp == (day > 30), "day \(day)")
      #expect(try await web.proposals().proposals.isEmpty, "day \(day)")
    }
    try await web.update(day: 61, all: true)
    #expect(try await web.proposals().proposals.map(\.feed) == ["f1"])
  }

  @Test(
    "only failures of the feed itself count: not those of robots.txt before one, and still those before robots.txt fails"
  )
  func ownFailures() async throws {
    let web = try await DyingWeb(3)
    try await web.update(day: 0)
    var unreadable = FetchOutcome.success(503)
    unreadable.isRobotsReadable = false
    var answer = FetchOutcome.success(503)
    answer.isRobotsReadable = true
    web.set(0, unreadable)
    web.set(1, answer)
    for day in 1...34 {
      if day == 29 { web.set(0, answer) }
      if day == 33 { web.set(1, unreadable) }
      try await web.update(day: day, all: true)
      #expect(try await web.proposals().proposals.map(\.feed) == (day > 30 ? ["f1"] : []), "day \(day)")
    }
  }

  @Test("after a pause of months, one failure is not enough")
  func pause() async throws {
    let web = try await DyingWeb(2)
    try await web.update(day: 0)
    web.set(0, DyingWeb.Death.failing.outcome)
    for day in [1, 2, 300] { try await web.update(day: day, all: true) }
    #expect(try await web.proposals().proposals.isEmpty)
    try await web.update(day: 301, all: true)
    #expect(try await web.proposals().proposals.map(\.feed) == ["f0"])
  }

  @Test("a feed that worked on another machine since is not proposed, and its next failures begin anew")
  func otherMachine() async throws {
    let web = try await DyingWeb(2)
    let other = try SQLiteProbeHistory.inMemory()
    try await web.update(day: 0)
    web.set(0, .success(404))
    for day in 1...16 { try await web.update(day: day, all: true) }
    #expect(try await web.proposals().proposals.map(\.feed) == ["f0"])
    web.set(0, nil)
    try await web.update(day: 17, all: true, on: other)
    #expect(try await web.entry(1).uptimePercentage == nil, "one probe says nothing about the days before")
    for day in 18...20 { try await web.update(day: day, all: true, on: other) }
    #expect(try await web.entry(1).uptimePercentage == 100)
    #expect(try await web.proposals().proposals.isEmpty)
    #expect(try await web.proposals().outdated == 0)
    try await web.update(day: 25, all: true, on: other)
    #expect(try await web.proposals().outdated == 2)
    web.set(0, .success(404))
    for day in 26...28 { try await web.update(day: day, all: true) }
    #expect(try await web.proposals().proposals.isEmpty)
    let start = Timestamp(milliseconds: DyingWeb.start + 26 * 86_400_000)
    #expect(try await web.history.records(of: ["f0"])["f0"]?.downSince == start)
  }

  @Test("two failures 40 days apart, or a wall in between, say nothing about the time between")
  func gaps() async throws {
    let web = try await DyingWeb(2)
    try await web.update(day: 0)
    for number in 0...1 { web.set(number, DyingWeb.Death.failing.outcome) }
    try await web.update(day: 1, all: true)
    web.set(1, .success(429))
    try await web.update(day: 41, all: true)
    #expect(try await web.proposals().proposals.isEmpty)
  }

  @Test(
    "an inactive feed is probed once a week, stores no article, and changes no counter; it is proposed once it works",
    arguments: [CatalogLayout.publicCatalog, .celestraKit])
  func weekly(layout: CatalogLayout) async throws {
    let web = try await DyingWeb(2, layout)
    try await web.update(day: 0)
    web.set(0, DyingWeb.Death.noName.outcome)
    for day in 1...40 { try await web.update(day: day) }
    var run = try await web.proposals()
    #expect(run.proposals.map(\.kind) == [.deactivate])
    try await run.apply([.deactivate])
    let before = try await web.entry(0)
    #expect(!before.isActive)
    let known = web.days(of: 0).count
    for day in 41...75 { try await web.update(day: day, all: day % 2 == 0) }
    #expect(web.days(of: 0).dropFirst(known).count == 5)
    #expect(web.days(of: 1).suffix(35) == ArraySlice(41...75))
    let after = try await web.entry(0)
    #expect(after.totalAttempts == before.totalAttempts && after.failureCount == before.failureCount)
    #expect(after.successfulAttempts == before.successfulAttempts)
    #expect(try await web.proposals().proposals.isEmpty)
    let report = try await HealthReport.read(
      web.reader, history: web.history, asOf: Timestamp(milliseconds: DyingWeb.start + 75 * 86_400_000), limit: 10)
    #expect(report.feeds == 1 && report.inactive == 1 && report.totals.count(atLeast: .warning) == 0)

    web.set(0, nil)
    let stored = try await web.articles(of: 0)
    for day in 76...90 { try await web.update(day: day) }
    #expect(try await web.articles(of: 0) == stored)
    #expect(try await web.entry(0).articlesReadAt == before.articlesReadAt)
    run = try await web.proposals()
    #expect(run.proposals.map(\.kind) == [.reactivate])
    #expect(run.proposals.first?.reason.contains("works since 20") == true)
    try await run.apply([.deactivate, .reactivate])
    #expect(try await web.entry(0).isActive)
    #expect(try await web.proposals().proposals.isEmpty)
    try await web.update(day: 91)
    #expect(try await web.articles(of: 0) > stored)
    #expect(try await web.entry(0).failureCount == 0)
  }

  @Test(
    "a feed that a curator deactivates is not proposed before a weekly probe, nor if it serves nothing or another feed")
  func notProposed() async throws {
    let web = try await DyingWeb(3)
    try await web.update(day: 0)
    for (name, record) in try await web.store.lookup(["f0", "f1", "f2"], desiredFields: []) {
      let inactive = Record(
        type: record.type, name: name, changeTag: record.changeTag, fields: ["isActive": .flag(false)])
      #expect(try await web.store.modify([RecordOperation(.update, inactive)]).allSatisfy { $0.error == nil })
    }
    #expect(try await web.proposals().proposals.isEmpty)
    web.set(1, .success(200, body: "<rss version='2.0'><channel><title>F</title></channel></rss>"))
    let other = "<channel><title>Lucky Casino</title><item><guid>x</guid><title>Jackpot</title></item></channel>"
    web.set(2, .success(200, body: "<rss version='2.0'>\(other)</rss>"))
    let summary = try await web.update(day: 7)
    #expect(summary.feeds == 0 && summary.probed == 3 && summary.inactive == 3)
    #expect(try await web.proposals().proposals.map(\.feed) == ["f0"])
  }

  @Test("a dismissed proposal is listed again when its reason changes, not when days pass")
  func dismissed() async throws {
    let web = try await DyingWeb(2)
    try await web.update(day: 0)
    web.set(0, DyingWeb.Death.noName.outcome)
    for day in 1...40 { try await web.update(day: day) }
    try await web.proposals().dismiss([.reactivate])
    #expect(try await web.proposals().proposals.count == 1)
    try await web.proposals().dismiss([.deactivate])
    for day in 41...55 { try await web.update(day: day) }
    #expect(try await web.proposals().proposals.isEmpty)
    #expect(try await web.proposals().dismissed == 1)
    #expect(try await web.proposals(includesDismissed: true).proposals.count == 1)
    web.set(0, DyingWeb.Death.parked.outcome)
    for day in 56...75 { try await web.update(day: day) }
    #expect(try await web.proposals().proposals.first?.reason.contains("not-a-feed") == true)
  }
}
