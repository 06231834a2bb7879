import Foundation
import Syndication
import Testing

@Suite("Feeds that feedparser reads", .enabled(if: FeedCorpus.isThere, "the corpus is not beside the project"))
struct FeedparserOracleTests {
  @Test("format, title, link, item count and the first item are feedparser's")
  func rows() throws {
    var different: Set<String> = []
    let oracle = try FeedCorpus.oracle()
    for (file, expected) in oracle {
      let found = Self.row(try FeedCorpus.read(file))
      if found != Self.normalised(expected) { different.insert(file) }
    }
    #expect(different.count * 100 < oracle.count * 4, "\(different.sorted())")
  }

  static func row(_ reading: FeedReading) -> FeedCorpus.Row {
    guard case .feed(let feed) = reading else { return FeedCorpus.Row() }
    var row = FeedCorpus.Row()
    let version = feed.version ?? ""
    switch feed.format {
    case .rss, .rdf: row.version = "rss" + version.replacing(".", with: "")
    case .atom: row.version = "atom" + version.replacing(".", with: "")
    case .jsonFeed, .rssInJSON: row.version = "json"
    }
    row.title = flat(feed.title)
    row.link = flat(feed.siteLink)
    row.items = feed.itemCount
    row.firstID = flat(feed.items.first?.id)
    row.firstLink = flat(feed.items.first?.link)
    row.firstDate = feed.items.first?.date.map { $0.formatted(.iso8601) } ?? ""
    return row
  }

  private static func flat(_ text: String?) -> String {
    (text ?? "").replacing("\n", with: " ").replacing("\t", with: " ")
  }

  private static func normalised(_ row: FeedCorpus.Row) -> FeedCorpus.Row {
    var row = row
    if row.version == "rss091u" || row.version == "rss091n" { row.version = "rss091" }
    return row
  }
}
