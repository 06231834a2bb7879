import Articles
import Catalog
import CloudKitRecords
import Foundation
import TestEnvironment
import Testing

@Suite("Edits and retention of articles")
struct RetentionTests {
  @Test(
    "each edit of a field is one update, in both layouts",
    arguments: [CatalogLayout.publicCatalog, .celestraKit],
    [
      item("1", title: "new", body: "<p>body of the entry</p>"), item("1", body: "<p>body of the other</p>"),
      item("1", link: "https://a.example/new", body: "<p>body of the entry</p>"),
      item("1", body: "<p>body of the entry</p>", "<author>B</author>"),
      item("1", body: "<p>body of the entry</p>", "<category>x</category>"),
      item("1", body: "<p>body of the entry</p>", "<media:thumbnail url='https://a.example/i.png'/>"),
    ])
  func edits(layout: CatalogLayout, edited: String) async throws {
    var stored = try StoredArticles(layout)
    try await stored.update(["a": rss(item("1", body: "<p>body of the entry</p>"))])
    let dates = try await stored.values(of: ArticleField.publishedDate) + stored.values(of: ArticleField.expiresAt)
    let summary = try await stored.update(["a": rss(edited)], at: 1)
    #expect(summary.updated == 1 && summary.created == 0 && summary.outcome.updated == 1)
    #expect(
      try await stored.values(of: ArticleField.publishedDate) + stored.values(of: ArticleField.expiresAt) == dates)
    let again = try await stored.update(["a": rss(edited, channel: "<ttl>1</ttl>")], at: 2)
    #expect(again.updated == 0 && again.unchanged == 1)
  }

  @Test(
    "a new date, changed markup and a changed tracker are no edits",
    arguments: [
      item("1", day: -0.5, body: "<p>body of the entry</p>"), item("1", body: "<div><b>body</b> of the entry</div>"),
      item("1", body: "<p>body of the entry</p><img src='https://pixel.wp.com/2'>"),
    ])
  func notEdits(document: String) async throws {
    var stored = try StoredArticles()
    try await stored.update(["a": rss(item("1", body: "<p>body of the entry</p>"))])
    let summary = try await stored.update(["a": rss(document)], at: 1)
    #expect(summary.updated == 0 && summary.unchanged == 1)
    stored.settings.refreshes = true
    let refreshed = try await stored.update(["a": rss(document)], at: 2)
    #expect(refreshed.updated == (document.contains("day") || !document.contains("div") ? 0 : 1))
  }

  @Test("statistics count what has expired up to the given time")
  func statistics() async throws {
    var stored = try StoredArticles()
    try await stored.update(["a": rss(item("1"), item("2"))])
    let expiry = try #require(try await stored.records().first?["expiresAt"]?.timestamp)
    for (offset, expired) in [(-1, 0), (0, 2), (1, 2)] as [(Int64, Int)] {
      let time = Timestamp(milliseconds: expiry.milliseconds + offset)
      let statistics = try await ArticleStatistics(stored.reader, feeds: nil, asOf: time)
      #expect(statistics.feeds["a"]?.articles == 2 && statistics.feeds["a"]?.expired == expired)
    }
  }

  @Test(
    "articles per week count since the oldest article, over at least a day and at most twelve weeks",
    arguments: [
      ([0.0], 7.0), ([-7, -3], 2), ([-7, -6, -5, -4], 4), ([-84, -42], 2.0 / 12), ([-120, -42], 1.0 / 12),
    ] as [([Double], Double)])
  func rate(days: [Double], perWeek: Double) async throws {
    var stored = try StoredArticles()
    try await stored.update(["a": rss(days.enumerated().map { item("\($0)", day: $1) }.joined())])
    let statistics = try await ArticleStatistics(stored.reader, feeds: nil, asOf: StoredArticles.start)
    #expect(statistics.feeds["a"].map { ($0.perWeek * 100).rounded() } == (perWeek * 100).rounded())
  }

  @Test("an unchanged document is not compared, but at least every six days")
  func digest() async throws {
    var stored = try StoredArticles()
    let document = rss(item("1"), item("2"))
    try await stored.update(["a": document])
    #expect(try await stored.update(["a": document], at: 5).unchangedFeeds == 1)
    #expect(try await stored.update(["a": document], at: 6.5).unchanged == 2)
    stored.settings.content = .excerpt
    #expect(try await stored.update(["a": document], at: 6.6).unchangedFeeds == 0)
  }

  @Test("a feed that switches to excerpts loses its full texts, and gets them back")
  func modes() async throws {
    var stored = try StoredArticles()
    let long = String(repeating: "word ", count: 200)
    let document = rss(item("1", body: "<p>\(long)</p>"), item("2", body: "<p>short</p>"))
    try await stored.update(["a": document])
    stored.settings.content = .excerpt
    #expect(try await stored.update(["a": document], at: 1).updated == 2)
    #expect(try await stored.values(of: ArticleField.content) == [])
    stored.settings.content = .full
    #expect(try await stored.update(["a": document], at: 2).updated == 2)
    #expect(try await stored.values(of: ArticleField.content).count == 2)
  }

  @Test("old entries are stored only if they are among the newest")
  func gate() async throws {
    var stored = try StoredArticles()
    let items = (0..<30).map { item("\($0)", day: -Double($0) * 10) }
    #expect(try await stored.update(["a": rss(items.joined())]).created == 10)
    #expect(try await stored.update(["b": rss(items.prefix(5).joined())]).created == 5)
    stored.settings.keepNewest = 0
    #expect(try await stored.update(["c": rss(items.joined())]).created == 10)
    stored.settings.maximumPerFeed = 3
    #expect(try await stored.update(["d": rss(items.joined())]).created == 3)
  }

  @Test(
    "entries that their feed dates again in each document do not expire and return", arguments: CatalogLayout.allCases)
  func dated(layout: CatalogLayout) async throws {
    var stored = try StoredArticles(layout)
    let retention = stored.settings.retentionDays
    for day in stride(from: 0, through: retention + 5, by: 5) {
      // The last ten keep their dates.
      let items = (0..<25).map { item("\($0)", day: ($0 < 15 ? day : 0) - Double($0 + 1) / 100) }
      let summary = try await stored.update(["a": rss(items.joined())], at: day)
      #expect(summary.created == (day == 0 ? 25 : 0), "day \(day)")
      #expect(try await stored.prune(at: day).count == (day == retention ? 10 : 0), "day \(day)")
    }
  }

  @Test("what expired is deleted, except what was renewed meanwhile")
  func pruning() async throws {
    var stored = try StoredArticles()
    try await stored.update(["a": rss(item("1"), item("2"))])
    let pruning = ArticlePruning(
      stored.reader, asOf: Timestamp(milliseconds: StoredArticles.start.milliseconds + 91 * 86_400_000))
    let expired = try await pruning.expired()
    #expect(expired.count == 2)
    try await stored.update(["a": rss(item("1", title: "renewed"))], at: 90.5)
    var run = ChangeRun(to: stored.reader.store)
    try await run.applyDeletingLast(expired, replan: pruning.replan)
    let outcome = run.outcome
    #expect(outcome.deleted == 1 && outcome.failed == 0 && outcome.settled == 1)
    #expect(try await stored.values(of: ArticleField.guid) == ["1"])
  }

  /// A year of 50 feeds with `CELESTRA_CATALOGUE=full`; otherwise more than two retentions of CelestraKit's 30 days.
  private static let span: (layout: CatalogLayout, days: Int, feeds: Int) =
    TestEnvironment.usesFullAmounts
    ? (.publicCatalog, 365, 50) : (.celestraKit, 65, 4)

  @Test("months of four runs a day: no article returns, none is lost early, and each feed keeps its newest ten")
  func months() async throws {
    var stored = try StoredArticles(Self.span.layout)
    var feeds = (0..<Self.span.feeds).map { GeneratedFeed(number: $0) }
    var created: Set<RecordName> = []
    var previous: Set<RecordName> = []
    for run in 0..<(Self.span.days * 4) {
      let day = Double(run) / 4
      var documents: [String: String] = [:]
      for index in feeds.indices {
        let publishes = (run + index) % feeds[index].runsBetweenChanges == 0
        if publishes || run % 20 == index % 20 {
          documents["f\(index)"] = feeds[index].document(at: day, publishes: publishes)
        }
      }
      try await stored.update(documents, at: day)
      let deleted = run % 4 == 3 ? try await stored.prune(at: day) : []
      guard run % 40 == 39 || !deleted.isEmpty else { continue }
      let names = Set(try await stored.records([ArticleField.guid]).map(\.name))
      #expect(names.subtracting(previous).isDisjoint(with: created), "day \(day)")
      created.formUnion(names)
      previous = names
    }
    let byFeed = Dictionary(grouping: try await stored.records()) {
      $0.articleFeed(in: Self.span.layout)?.rawValue ?? ""
    }
    for index in feeds.indices {
      let titles = byFeed["f\(index)"]?.compactMap { $0["title"]?.string?.split(separator: " ").first.map(String.init) }
      let missing = feeds[index].newest(10).subtracting(titles ?? [])
      #expect(missing.isEmpty, "feed \(index) lacks \(missing.sorted())")
    }
  }
}

/// A feed that publishes, reorders, edits and re-dates entries, repeats identifiers and changes its scheme.
struct GeneratedFeed {
  private struct Entry {
    let number: Int
    var day: Double
    var edits = 0
  }

  let number: Int
  private var entries: [Entry] = []
  private var generator: SeededGenerator
  private var published = 0

  init(number: Int) {
    self.number = number
    generator = SeededGenerator(seed: UInt64(number) + 1)
  }

  /// The number of runs between two documents.
  var runsBetweenChanges: Int { [2, 8, 28, 120][number % 4] }

  mutating func document(at day: Double, publishes: Bool) -> String {
    if published == 0 {
      for _ in 0..<15 { publish(at: day - Double(15 - published) * 9) }
    } else if publishes {
      publish(at: day)
    }
    entries = Array(entries.suffix(16))
    if let index = entries.indices.randomElement(using: &generator), number % 3 == 0 { entries[index].edits += 1 }
    // Only a kept entry: an older one may have expired, and a new date publishes it again.
    if let index = entries.indices.suffix(10).randomElement(using: &generator), number % 4 == 1 {
      entries[index].day = day - 0.01
      entries.sort { $0.day < $1.day }
    }
    let scheme = number % 5 == 0 && Int(day) % 60 >= 30 ? "http" : "https"
    let listed = number % 2 == 0 ? entries.shuffled(using: &generator) : entries.reversed()
    return rss(
      listed.map { entry in
        let address = "\(scheme)://f\(number).example/\(entry.number)"
        let id = number % 7 == 0 ? nil : number % 11 == 0 ? "same" : address
        return item(
          id, day: entry.day, link: address, title: "\(entry.number) v\(entry.edits)", body: "text \(entry.number)")
      }.joined())
  }

  /// The numbers of the newest entries.
  func newest(_ count: Int) -> Set<String> { Set(entries.suffix(count).map { "\($0.number)" }) }

  private mutating func publish(at day: Double) {
    entries.append(Entry(number: published, day: day))
    published += 1
  }
}
