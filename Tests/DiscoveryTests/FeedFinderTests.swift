import Catalog
import CloudKitRecords
import Curation
import FeedHealth
import Testing

@testable import Discovery

@Suite("Finding the feeds of an address")
struct FeedFinderTests {
  private static let home = "https://example.org/"

  private static func find(
    guesses: Bool = false, _ web: [String: StandInFetcher.Answer], from address: String = home
  ) async -> (found: FoundFeeds, log: [String]) {
    let fetcher = StandInFetcher(web)
    let found = await FeedFinder(fetcher: fetcher, guesses: guesses, asOf: Feeds.asOf).find(address)
    return (found, fetcher.log)
  }

  private static func page(_ links: [String], _ body: String = "") -> StandInFetcher.Answer {
    .ok(PageShape.head(links.map { PageShape.link($0) }.joined(), body: body))
  }

  @Test("a feed of a page is read, with what a curator wants to know")
  func feed() async throws {
    let text = String(repeating: "word ", count: 300)
    let (found, log) = await Self.find([
      Self.home: Self.page(["/feed"]),
      "https://example.org/feed": .ok(Feeds.rss("A &amp; B", site: Self.home, language: "en_US", text: text)),
    ])
    let feed = try #require(found.best)
    #expect(log == [Self.home, "https://example.org/feed"])
    #expect(found.pageTitle == "Example" && found.refusal == nil && found.notes.isEmpty)
    #expect(feed.format == "RSS 2.0" && feed.text == .full && feed.warnings.isEmpty && feed.facts.items == 3)
    #expect(feed.reason == "declared by the page, the feed of the whole site")
    #expect(
      feed.entry(at: CatalogEditor.place).json
        == #"{"feedURL": "https://example.org/feed", "title": "A & B", "siteURL": "https://example.org/", "#
        + #""language": "en-US"}"#
    )
  }

  @Test("an address that is a feed comes first, and the home page says what it declares instead")
  func otherDeclared() async {
    let (found, _) = await Self.find(
      [
        "https://example.org/old.xml": .ok(Feeds.rss(site: Self.home)),
        Self.home: Self.page(["/new.xml"]), "https://example.org/new.xml": .ok(Feeds.rss(series: "b")),
      ], from: "https://example.org/old.xml")
    #expect(found.feeds.map(\.address.canonical) == ["https://example.org/old.xml", "https://example.org/new.xml"])
    #expect(found.feeds.map(\.candidate.origin) == [.address, .homePage])
    #expect(
      found.notes == ["the home page https://example.org/ does not declare this feed, but https://example.org/new.xml"])
  }

  @Test("a feed whose home page declares it has no note")
  func declared() async {
    let (found, _) = await Self.find(
      [
        "https://example.org/feed": .ok(Feeds.rss(site: Self.home)),
        Self.home: Self.page(["/feed", "/comments/feed"]),
      ], from: "https://example.org/feed")
    #expect(found.feeds.count == 1 && found.notes.isEmpty)
  }

  @Test("one feed in two formats is listed with what it repeats, and comments by the title of their feed come last")
  func formats() async {
    let (found, _) = await Self.find([
      Self.home: Self.page(["/c.xml", "/a.xml", "/b.xml"]), "https://example.org/a.xml": .ok(Feeds.rss()),
      "https://example.org/b.xml": .ok(Feeds.rss()),
      "https://example.org/c.xml": .ok(Feeds.rss("Comments for Example", series: "c")),
    ])
    #expect(found.feeds.map(\.address.canonical.last) == ["l", "l", "l"])
    #expect(found.feeds.map { $0.address.canonical.suffix(5) } == ["a.xml", "b.xml", "c.xml"])
    #expect(found.feeds.map { $0.repeats?.canonical } == [nil, "https://example.org/a.xml", nil])
  }

  @Test("links that are no feeds are named with the reason: walls, private addresses, soft 404s, robots.txt")
  func rejected() async {
    let reasons: [(String, StandInFetcher.Answer, String)] = [
      ("/wall", .wall, "HTTP 403, a challenge"), ("/gone", .status(410), "HTTP 410"),
      ("/private", .failure(.address(host: "x", kind: "private")), "'x' has a private address, which is not allowed"),
      ("/soft", .ok("<html><title>Not found</title>"), "a web page ('Not found')"),
      ("/robots", .failure(.robots(reason: "robots.txt forbids it")), "robots.txt forbids it"),
      ("/endless", .failure(.tooLarge(limit: 15_000_000)), "the answer has more than 15 MB"),
    ]
    var web = Dictionary(uniqueKeysWithValues: reasons.map { ("https://example.org\($0.0)", $0.1) })
    web[Self.home] = Self.page(reasons.map(\.0))
    let (found, _) = await Self.find(web)
    #expect(found.best == nil)
    #expect(found.rejected.map(\.reason) == reasons.map(\.2))
  }

  @Test("a feed behind three redirects has the address of the permanent ones, and a warning")
  func redirects() async throws {
    let (found, _) = await Self.find([
      Self.home: Self.page(["/1"]), "https://example.org/1": .redirect(301, "https://example.org/2"),
      "https://example.org/2": .redirect(308, "https://example.org/3"),
      "https://example.org/3": .redirect(302, "https://cdn.example/4"), "https://cdn.example/4": .ok(Feeds.rss()),
    ])
    let feed = try #require(found.best)
    #expect(feed.address.canonical == "https://example.org/3")
    #expect(feed.redirects.count == 3 && feed.warnings == [.manyRedirects])
  }

  @Test("of a hundred declared feeds, twelve are fetched, the site's first")
  func hundred() async {
    let tags = (0..<100).map { "/tag/t\($0)/feed" }
    var web = Dictionary(
      uniqueKeysWithValues: tags.enumerated().map {
        ("https://example.org\($0.element)", StandInFetcher.Answer.ok(Feeds.rss(series: "\($0.offset)")))
      })
    web[Self.home] = Self.page(tags + ["/feed"])
    web["https://example.org/feed"] = .ok(Feeds.rss(series: "site"))
    let (found, log) = await Self.find(web)
    #expect(found.best?.address.canonical == "https://example.org/feed")
    #expect(log.count == 13 && found.unread == 89)
  }

  @Test("a page without feeds leads to the home page of its site; a login is noted")
  func site() async {
    let (found, log) = await Self.find(
      [
        "https://example.org/about": Self.page([], "<input type=password>"), Self.home: Self.page(["/feed"]),
        "https://example.org/feed": .ok(Feeds.rss()),
      ], from: "https://example.org/about")
    #expect(log.count == 3 && found.best?.address.canonical == "https://example.org/feed")
    #expect(
      found.notes == [
        "the page asks for a password, so its feeds may be hidden",
        "the page has no feed; these are the feeds of https://example.org/",
      ])
  }

  @Test("usual addresses are tried on request only, one after the other, until one is a feed")
  func guesses() async {
    let web: [String: StandInFetcher.Answer] = [
      Self.home: Self.page([]), "https://example.org/feed": .ok("<html>soft 404"),
      "https://example.org/atom.xml": .ok(Feeds.rss()), "https://example.org/rss": .ok(Feeds.rss()),
    ]
    #expect(await Self.find(web).found.feeds.isEmpty)
    let (found, log) = await Self.find(guesses: true, web)
    #expect(found.best?.reason == "a usual address, the feed of the whole site")
    #expect(
      log == [Self.home, "https://example.org/feed", "https://example.org/rss.xml", "https://example.org/atom.xml"])
  }

  @Test(
    "an address that cannot be read says why, and an unreachable host is asked once",
    arguments: [
      (
        "https://example.org/", StandInFetcher.Answer.failure(.dns(reason: "no such host", isTemporary: false)),
        "no such host"
      ),
      ("https://example.org/", .status(500), "HTTP 500"), ("https://example.org/", .wall, "HTTP 403, a challenge"),
      ("ftp://example.org/", .status(200), ""),
      ("https://example.org/", .failure(.stopped), "the host asked for a pause"),
    ])
  func refusals(address: String, answer: StandInFetcher.Answer, reason: String) async throws {
    let (found, log) = await Self.find(guesses: true, [Self.home: answer], from: address)
    #expect(try #require(found.refusal).contains(reason) && found.feeds.isEmpty)
    #expect(log.count <= 1)
  }

  @Test("a feed with faults is found, with warnings")
  func faults() async throws {
    let (found, _) = await Self.find(
      ["http://example.org/f": .ok(Feeds.rss(dates: false, ids: false))], from: "http://example.org/f")
    #expect(try #require(found.best).warnings == [.httpOnly, .noIDs, .noDates])
    let (empty, _) = await Self.find(["https://example.org/f": .ok(Feeds.rss(items: 0))], from: "https://example.org/f")
    #expect(empty.best == nil && empty.feeds.count == 1)
  }
}
