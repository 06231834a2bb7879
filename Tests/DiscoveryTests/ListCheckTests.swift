import Catalog
import CloudKitRecords
import Curation
import Diagnostics
import FeedHealth
import Testing

@testable import Discovery

@Suite("The check of a list")
struct ListCheckTests {
  private static func seed(
    _ url: String, _ title: String = "", language: String? = nil, site: String? = nil, former: [String] = []
  ) -> FeedSeed {
    var seed = FeedSeed(feedURL: url, authority: .named, place: SeedPlace(file: "l", range: nil))
    if !title.isEmpty { seed.fields[FeedField.title] = .string(title) }
    seed.fields[FeedField.language] = language.map { .string($0) }
    seed.fields[FeedField.siteURL] = site.map { .string($0) }
    seed.formerURLs = former
    return seed
  }

  private static func check(
    _ seeds: [FeedSeed], _ web: [String: StandInFetcher.Answer], isJudged: (Int) -> Bool = { _ in true }
  ) async -> (check: ListCheck, log: [String]) {
    let fetcher = StandInFetcher(web)
    var check = ListCheck(seeds, isJudged: isJudged)
    #expect(await ListCheckRun(fetcher: fetcher, width: 4, asOf: Feeds.asOf).run(&check))
    return (check, fetcher.log)
  }

  /// An answer of `https://a.example/`, and the class of an entry with the title `Example`, the language `en` and the
  /// same address as site.
  private static let answers: [(name: String, answer: StandInFetcher.Answer, expected: EntryClass)] = [
    ("a feed", .ok(Feeds.rss(language: "en")), .alive),
    ("a longer title", .ok(Feeds.rss("The Example Weblog")), .alive),
    ("another region", .ok(Feeds.rss(language: "en-GB")), .alive),
    ("moved for good", .redirect(301, "https://b.example/"), .moved),
    ("moved for now", .redirect(302, "https://b.example/"), .alive),
    ("moved to a login", .redirect(301, "https://b.example/login"), .notAFeed),
    ("not found", .status(404), .dead), ("gone", .status(410), .dead), ("forbidden", .status(403), .refused),
    ("for subscribers", .status(401), .refused), ("a bad request", .status(400), .failing),
    ("too early", .status(425), .failing), ("too many requests", .status(429), .failing),
    ("an error of the server", .status(500), .failing), ("not implemented", .status(501), .dead),
    ("no such host", .failure(.dns(reason: "no such host", isTemporary: false)), .dead),
    ("no name server", .failure(.dns(reason: "try again", isTemporary: true)), .failing),
    ("no connection", .failure(.connect(reason: "refused")), .failing),
    ("an expired certificate", .failure(.tls(reason: "expired")), .failing),
    ("a slow server", .failure(.timeout(.answering, seconds: 15)), .failing),
    ("a long pause", .failure(.paused(.seconds(600))), .failing),
    ("a loop", .redirect(301, "https://a.example/"), .dead),
    ("an endless answer", .failure(.tooLarge(limit: 15_000_000)), .dead), ("an empty answer", .ok(""), .failing),
    ("a page", .ok("<html><title>Buy this domain</title>"), .notAFeed), ("JSON", .ok("{\"a\": 1}"), .notAFeed),
    ("a wall", .wall, .refused), ("robots.txt", .failure(.robots(reason: "forbidden")), .refused),
    ("no robots.txt", .failure(.unreadableRobots(reason: "answers 502")), .failing),
    ("a private address", .failure(.address(host: "a.example", kind: "private")), .invalid),
    ("no items", .ok(Feeds.rss(items: 0)), .empty), ("an old feed", .ok(Feeds.rss(year: 2019)), .silent),
    ("an unescaped ampersand", .ok(Feeds.rss("Example & Sons")), .malformed),
    ("a feed that is cut", .ok(String(Feeds.rss().prefix(45))), .failing),
    ("another title", .ok(Feeds.rss("Lucky Casino")), .otherTitle),
    ("another language", .ok(Feeds.rss(language: "id")), .otherLanguage),
    ("another title and language", .ok(Feeds.rss("Lucky Casino", language: "id")), .replaced),
    ("another title and site", .ok(Feeds.rss("Lucky Casino", site: "https://casino.example/")), .replaced),
  ]

  @Test("an answer has its class", arguments: answers.indices)
  func classes(index: Int) async {
    let (name, answer, expected) = Self.answers[index]
    let entry = Self.seed("https://a.example/", "Example", language: "en", site: "https://a.example/")
    let (check, _) = await Self.check(
      [entry],
      ["https://a.example/": answer, "https://b.example/": .ok(Feeds.rss()), "https://b.example/login": .ok("<html>")])
    #expect(check.entries[0].entryClass == expected, "\(name): \(check.entries[0].remarks)")
  }

  @Test("a page in the place of a feed names the feed that it declares")
  func declared() async {
    let page = StandInFetcher.Answer.ok(PageShape.head(PageShape.link("/feed")))
    let (check, log) = await Self.check([Self.seed("https://a.example/")], ["https://a.example/": page])
    #expect(check.entries[0].remarks.first?.target?.canonical == "https://a.example/feed")
    #expect(log.count == 1)
  }

  @Test(
    "entries with one address, a former address, or a redirect to another entry are duplicates, and not fetched twice")
  func duplicates() async {
    let (check, log) = await Self.check(
      [
        Self.seed("https://a.example/feed", "A", former: ["https://old.example/feed"]),
        Self.seed("http://www.a.example/feed/", "Again"), Self.seed("https://old.example/feed", "Old"),
        Self.seed("https://c.example/", "C"), Self.seed("javascript:x", "X"),
      ], ["https://a.example/feed": .ok(Feeds.rss()), "https://c.example/": .redirect(301, "https://a.example/feed")])
    #expect(check.entries.map(\.entryClass) == [.alive, .duplicate, .duplicate, .duplicate, .invalid])
    #expect(check.entries.dropFirst().dropLast().map { $0.remarks.compactMap(\.other).first } == [0, 0, 0])
    #expect(Set(log) == ["https://a.example/feed", "https://c.example/"])
  }

  @Test("feeds with the same items under other addresses are one")
  func sameItems() async {
    let (check, _) = await Self.check(
      (1...3).map { Self.seed("https://\($0).example/") },
      [
        "https://1.example/": .ok(Feeds.rss()), "https://2.example/": .ok(Feeds.rss(series: "b")),
        "https://3.example/": .ok(Feeds.rss()),
      ])
    #expect(check.entries.map(\.entryClass) == [.alive, .alive, .sameItems])
    #expect(check.entries[2].remarks.first?.other == 0)
  }

  @Test("only chosen entries are judged, and the others hold their addresses")
  func chosen() async {
    let (check, log) = await Self.check(
      [
        Self.seed("https://a.example/", "New"), Self.seed("https://a.example/", "Old"), Self.seed("https://b.example/"),
      ],
      ["https://b.example/": .ok(Feeds.rss())], isJudged: { $0 != 1 })
    #expect(check.entries.map(\.entryClass) == [.duplicate, .alive, .alive])
    #expect(log == ["https://b.example/"])
  }

  @Test("on a machine without a network, the check says so")
  func outage() async {
    let (check, _) = await Self.check(
      (1...5).map { Self.seed("https://h\($0).example/") },
      Dictionary(
        uniqueKeysWithValues: (1...5).map {
          ("https://h\($0).example/", .failure(.dns(reason: "no such host", isTemporary: true)))
        }))
    #expect(check.outage?.failed == 5)
  }

  // MARK: Changes

  @Test("a branch's changes are found whatever the place and order of the entries")
  func changes() {
    let old = [
      Self.seed("https://a.example/", "A"), Self.seed("https://b.example/", "B"), Self.seed("https://c.example/", "C"),
      Self.seed("https://d.example/", "D"), Self.seed("https://e.example/", "E"),
    ]
    let new = [
      Self.seed("https://new.example/", "New"), Self.seed("https://c2.example/", "C"),
      Self.seed("http://www.b.example", "Bee"), Self.seed("https://a.example/", "A"),
      Self.seed("https://d2.example/", "Dee", former: ["https://d.example/"]),
    ]
    let changes = ListChanges(from: old, to: new)
    #expect(
      changes.created == [0] && changes.unchanged == 1 && changes.removed.map(\.feedURL) == ["https://e.example/"])
    #expect(
      changes.changed.map {
        "\($0.index) " + $0.values.map { "\($0.name) \($0.old)→\($0.new)" }.joined(separator: ", ")
      }
        == [
          "1 address https://c.example/→https://c2.example/",
          "2 address https://b.example/→http://www.b.example, title B→Bee",
          "4 address https://d.example/→https://d2.example/, title D→Dee",
        ])
    #expect(ListChanges(from: old, to: old.reversed()).judged.isEmpty)
    #expect(ListChanges(from: [], to: old).created.count == 5 && ListChanges(from: old, to: []).removed.count == 5)
  }

  @Test("an entry that is listed a second time is new")
  func second() {
    let entry = Self.seed("https://a.example/", "A")
    #expect(ListChanges(from: [entry], to: [entry, entry]).created == [1])
  }
}
