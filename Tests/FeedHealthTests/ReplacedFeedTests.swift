import Articles
import Catalog
import CloudKitRecords
import CloudKitSchema
import Diagnostics
import FeedHealth
import Foundation
import ProbeHistory
import SQLiteStore
import TestEnvironment
import Testing

/// A document of a feed, and the redirect that leads to it.
private struct Page: Sendable {
  var title = "Notes on gardening"
  var language: String? = "en"
  /// Identifiers, titles and days of publication.
  var items = (0..<10).map { Page.post($0) }
  /// Status and target of a redirect.
  var redirect: (status: Int, url: String)?

  typealias Item = (id: String, title: String, day: Int)

  static func post(_ number: Int) -> Item { ("https://blog.example/\(number)", "Gardening in week \(number)", -number) }
  static func casino(_ number: Int) -> Item { ("https://win.example/\(number)", "Casino jackpot \(number)", 1) }

  func outcome() -> FetchOutcome {
    let items = items.map { item in
      let date = Date(timeIntervalSince1970: 1_795_219_200 + Double(item.day) * 86_400).formatted(.iso8601)
      return "<item><guid>\(item.id)</guid><title>\(item.title)</title><pubDate>\(date)</pubDate></item>"
    }
    let said = "<title>\(title)</title>" + (language.map { "<language>\($0)</language>" } ?? "")
    let body = "<rss version='2.0'><channel>\(said)\(items.joined())</channel></rss>"
    return FetchOutcome(
      answer: .success(FetchedAnswer(status: 200, body: Array(body.utf8))),
      redirects: redirect.map { [FetchOutcome.Redirect(status: $0.status, url: $0.url)] } ?? [])
  }
}

/// A catalog in memory whose feeds serve the pages of a script, one page a day.
private final class ScriptedWeb: Sendable {
  static let start: Int64 = 1_795_219_200_000

  let store: LocalContainer
  let history: SQLiteProbeHistory
  private let scripts: [[Page]]

  init(_ scripts: [[Page]]) async throws {
    self.scripts = scripts
    let file = TestEnvironment.root.appending(path: "schema/celestra.ckdb")
    let text = SourceText(name: "celestra", text: try String(contentsOf: file, encoding: .utf8))
    store = try LocalContainer.inMemory(schema: Schema(SchemaFile(text))) { Timestamp(milliseconds: Self.start) }
    history = try SQLiteProbeHistory.inMemory()
    let creations = scripts.indices.map { number in
      let url = FieldValue.string("https://h\(number).example/feed")
      return RecordOperation(
        .create,
        Record(
          type: "PublicFeed", name: RecordName("f\(number)"), fields: ["feedURL": url, "title": .string("A feed")]))
    }
    for page in creations.recordPages { #expect(try await store.modify(page).allSatisfy { $0.error == nil }) }
  }

  /// Runs `update` on a day. The script's last page stays.
  func update(day: Int, history: SQLiteProbeHistory? = nil) async throws -> ProbeSummary {
    let fetcher = ScriptedFetcher { [scripts] url, _ in
      guard let number = Int(url.dropFirst("https://h".count).prefix { $0.isNumber }) else { return .unknownHost }
      return scripts[number][min(day, scripts[number].count - 1)].outcome()
    }
    var run = ProbeRun(
      CatalogReader(store, layout: .publicCatalog, schema: store.schema), schema: store.schema, fetcher: fetcher,
      history: history ?? self.history, asOf: Timestamp(milliseconds: Self.start + Int64(day) * 86_400_000),
      articles: ArticleSettings(.publicCatalog))
    var selection = ProbeSelection()
    selection.includesAll = true
    try await run.run(selection)
    return run.summary
  }

  func titles() async throws -> [String] {
    var titles: [String] = []
    try await store.forEachPage(of: Query("PublicArticle")) { titles += $0.compactMap { $0["title"]?.string } }
    return titles.sorted()
  }
}

@Suite("Replaced feeds")
struct ReplacedFeedTests {
  private static let casino = Page(title: "Lucky Casino", language: "id", items: (0..<38).map { Page.casino($0) })

  /// Ways to take over a feed: what its address serves on the days after the first reading.
  private static let hijacks: [(name: String, pages: [Page])] = {
    let old = Page().items
    var sameLanguage = casino
    sameLanguage.language = "en"
    var sameTitle = casino
    sameTitle.title = Page().title
    var redirected = Page(items: casino.items)
    redirected.redirect = (301, "https://win.example/feed")
    var quietly = redirected
    quietly.redirect = (302, "https://win.example/feed")
    var beside = casino
    beside.items = old + casino.items
    let renamed = Page(title: "Lucky Casino", language: "en")
    return [
      ("another title and language", [casino]), ("another title", [sameLanguage]), ("another language", [sameTitle]),
      ("a permanent redirect", [redirected]), ("a temporary redirect", [quietly]),
      ("the old items first in the document", [beside]), ("the old items first for a day", [renamed, sameLanguage]),
    ]
  }()

  @Test("no article of a casino is stored, however it takes over, until a person confirms the feed")
  func hijacks() async throws {
    let web = try await ScriptedWeb(Self.hijacks.map { [Page()] + $0.pages })
    #expect(try await web.update(day: 0).classes == [.ok: 7])
    let first = try await web.titles()
    #expect(first.count == 70)
    // A new title counts as new for 30 days, and waiting does not make the casino the feed.
    for day in [1, 2, 3, 4, 33, 70] {
      let summary = try await web.update(day: day)
      #expect(summary.classes[.replaced] == (day == 1 ? 6 : 7), "day \(day): \(summary.classes)")
      #expect(try await web.titles() == first)
    }
    // Without the history of this machine, the container still says so, and goes on to say so.
    let history = try SQLiteProbeHistory.inMemory()
    for day in [71, 71] {
      let other = try await web.update(day: day, history: history)
      #expect(other.classes[.replaced] == 7)
      #expect(try await web.titles() == first)
    }
    try await web.history.accept(["f0"])
    #expect(try await web.update(day: 72).classes[.replaced] == 6)
    #expect(try await web.titles().count { $0.hasPrefix("Casino") } == 38)
    #expect(try await web.update(day: 73).classes[.replaced] == 6)
    // A person can decide with any history.
    try await history.accept(["f1"])
    #expect(try await web.update(day: 74, history: history).classes[.replaced] == 5)
    #expect(try await web.titles().count { $0.hasPrefix("Casino") } == 76)
  }

  @Test("a busy feed that moves within its site under its title is the same feed, and elsewhere another one")
  func busyMoves() async throws {
    let scripts = ["https://www.h0.example/f", "https://other.example/f"].enumerated().map { number, target in
      var busy = Page(items: (0..<10).map { ("https://blog.example/new\($0)", "Fresh news of day \($0)", 1) })
      busy.redirect = (301, target.replacing("h0", with: "h\(number)"))
      return [Page(), busy]
    }
    let web = try await ScriptedWeb(scripts)
    #expect(try await web.update(day: 0).classes == [.ok: 2])
    #expect(try await web.update(day: 1).classes == [.moved: 1, .replaced: 1])
    #expect(try await web.titles().count { $0.hasPrefix("Fresh") } == 10)
  }

  @Test("no relaunch that keeps items is held back")
  func relaunches() async throws {
    let scripts = (0..<100).map { number in
      var page = Page()
      // Each relaunch has other features, and a new post.
      if number % 2 == 0 { page.title = "The garden journal \(["anew", "reloaded", "two"][number % 3])" }
      if number % 3 == 0 { page.language = "de" }
      if number % 5 == 0 { page.redirect = (number % 10 == 0 ? 301 : 302, "https://new.example/\(number)") }
      // Another system gives other identifiers and lists more old posts; readers know the titles.
      if number % 4 == 0 { page.items = (0..<40).map { ("urn:\($0)", Page.post($0).title, -$0) } }
      if number % 7 == 0 { page.items = Array(page.items.prefix(3)) }
      page.items.insert(("new", "A new post of garden \(number)", 1), at: 0)
      return [Page(), page]
    }
    let web = try await ScriptedWeb(scripts)
    #expect(try await web.update(day: 0).classes == [.ok: 100])
    let summary = try await web.update(day: 1)
    #expect(summary.classes[.replaced] == nil, "\(summary.classes)")
    #expect(try await web.titles().count { $0.hasPrefix("A new post") } == 100)
    #expect(try await web.update(day: 2).classes[.replaced] == nil)
  }

  @Test("a feed that has gone on under its new title is itself, whatever it lists after a gap")
  func renamedAndGone() async throws {
    let renamed = Page(title: "The garden journal")
    var post = renamed
    post.items.insert(("new", "A new post of garden", 1), at: 0)
    let later = Page(
      title: "The garden journal", items: (50..<60).map { ("\($0)", "Another week of gardening \($0)", 3) })
    let web = try await ScriptedWeb([[Page(), renamed, post, later], [Page(), renamed, renamed, later]])
    for day in 0...2 { #expect(try await web.update(day: day).classes == [.ok: 2]) }
    #expect(try await web.update(day: 3).classes == [.ok: 1, .replaced: 1])
  }

  @Test("a feed whose items are all new under its own title is itself, and one that returns is no longer held back")
  func returns() async throws {
    let later = Page(items: (50..<60).map { ("\($0)", "Another week of gardening \($0)", 1) })
    let web = try await ScriptedWeb([[Page(), later], [Page(), Self.casino, Page()]])
    _ = try await web.update(day: 0)
    #expect(try await web.update(day: 1).classes == [.ok: 1, .replaced: 1])
    #expect(try await web.update(day: 2).classes == [.ok: 2])
  }

  @Test("a feed whose address a person has corrected is itself, whatever it lists")
  func corrected() async throws {
    let web = try await ScriptedWeb([[Page()], [Page(title: "My new blog", items: [Page.post(50)]), Self.casino]])
    #expect(try await web.update(day: 0).classes == [.ok: 2])
    let correction = Record(type: "PublicFeed", name: "f0", fields: ["feedURL": .string("https://h1.example/rss")])
    _ = try await web.store.modify([RecordOperation(.forceUpdate, correction)])
    #expect(try await web.update(day: 1).classes[.replaced] == 1, "the other feed of the host")
    #expect(try await web.titles().contains { $0.hasPrefix("Casino") })
  }

  @Test("a replaced feed is a warning, and a changed title alone a finding for 30 days")
  func findings() async throws {
    let web = try await ScriptedWeb([[Page(), Self.casino], [Page(), Page(title: "Gardening today")]])
    for day in 0...1 { _ = try await web.update(day: day) }
    let reader = CatalogReader(web.store, layout: .publicCatalog, schema: web.store.schema)
    let feeds = try await reader.page(named: ["f0", "f1"]).entries
    let records = try await web.history.records(of: ["f0", "f1"])
    func health(_ index: Int, day: Int64) -> FeedHealth {
      let asOf = Timestamp(milliseconds: ScriptedWeb.start + day * 86_400_000)
      return FeedHealth(of: feeds[index], records[feeds[index].recordName], asOf: asOf)
    }
    #expect(health(0, day: 1).level == .warning && health(0, day: 1).findings == [.replaced])
    #expect(health(0, day: 1).evidence?.contains("title 'Notes on gardening' → 'Lucky Casino'") == true)
    #expect(health(1, day: 1).level == .healthy && health(1, day: 31).findings.contains(.renamed))
    #expect(health(1, day: 31).evidence?.hasSuffix("the title was 'Notes on gardening'") == true)
    #expect(!health(1, day: 32).findings.contains(.renamed))
    var proposals = ProposalRun(reader, history: web.history, kinds: Set(FeedProposal.Kind.allCases))
    try await proposals.find()
    #expect(proposals.proposals.filter { $0.feed == "f0" }.map(\.kind) == [.replaced])
    try await proposals.apply([.https, .newURL, .deactivate])
    #expect(try await web.store.lookup(["f0"], desiredFields: nil)["f0"]?["isActive"] == nil)
    try await proposals.dismiss([.replaced])
    try await proposals.find(["f1"])
    #expect(!proposals.proposals.dropFirst().contains { $0.kind == .replaced })
  }
}
