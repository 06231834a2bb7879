import FeedServer
import Foundation
import Testing

@Suite("The first fill of a catalog")
struct FirstFillTests {
  private struct Seed: Codable {
    var feeds: [Feed]

    struct Feed: Codable {
      var feedURL: String
      let title: String
      let category, language: String?
      let tags: [String]?
    }
  }

  /// A copy of a feed: 25 items, one every five days up to 2026-11-20, as RSS, Atom or JSON Feed.
  private static func copy(_ number: Int) -> (type: String, bytes: [UInt8]) {
    let newest = Date(timeIntervalSince1970: 1_795_132_800)
    let items = (0..<25).map { item in
      (
        id: "https://example.com/\(number)/\(item)", title: "Article \(item) of feed \(number)",
        date: newest.addingTimeInterval(Double(item) * -5 * 86_400),
        text: "Text \(item) of feed \(number)"
      )
    }
    switch number % 3 {
    case 0:
      let entries = items.map {
        "<item><title>\($0.title)</title><link>\($0.id)</link><guid>\($0.id)</guid><pubDate>\(rfc822($0.date))</pubDate>"
          + "<description>\($0.text)</description></item>"
      }
      return (
        "application/rss+xml",
        Array(
          "<rss version=\"2.0\"><channel><title>F</title>\(entries.joined())</channel></rss>".utf8)
      )
    case 1:
      let entries = items.map {
        "<entry><title>\($0.title)</title><link href=\"\($0.id)\"/><id>\($0.id)</id>"
          + "<updated>\($0.date.formatted(.iso8601))</updated><content type=\"html\">\($0.text)</content></entry>"
      }
      return (
        "application/atom+xml",
        Array(
          "<feed xmlns=\"http://www.w3.org/2005/Atom\"><title>F</title>\(entries.joined())</feed>"
            .utf8)
      )
    default:
      let entries = items.map {
        #"{"id":"\#($0.id)","url":"\#($0.id)","title":"\#($0.title)","content_html":"\#($0.text)","#
          + #""date_published":"\#($0.date.formatted(.iso8601))"}"#
      }
      let head = #"{"version":"https://jsonfeed.org/version/1.1","title":"F","items":["#
      return ("application/feed+json", Array((head + entries.joined(separator: ",") + "]}").utf8))
    }
  }

  private static func rfc822(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
  }

  @Test(
    "the feeds of the seed give the ten newest articles of each, and a second run none"
  )
  func fill() async throws {
    let server = try await FeedServer.start { request in
      guard let number = Int(request.path.dropFirst()) else { return .answer(404) }
      let copy = Self.copy(number)
      return .answer(200, [("Content-Type", copy.type)], copy.bytes)
    }
    let session = try Session()
    for path in ["schema", "seed"] { try session.copy(path) }
    // The addresses lead to copies; nothing else of the seed changes.
    var seed = try JSONDecoder().decode(
      Seed.self, from: Data(contentsOf: session.folder.appending(path: "seed/feeds.json")))
    for index in seed.feeds.indices {
      seed.feeds[index].feedURL = "http://\(TestHosts.name(index)):\(server.port)/\(index)"
    }
    try session.write(String(decoding: JSONEncoder().encode(seed), as: UTF8.self), to: "feeds.json")
    let asOf = ["--as-of", "2026-11-21"]
    #expect(try session.run(["seed", "seed/categories.json", "feeds.json"] + asOf).status == 0)
    let first = try session.run(Session.update + ["--keep-newest", "10", "--max-per-feed", "10"] + asOf)
    #expect(first.status == 0, "\(first)")
    let feeds = seed.feeds.count
    #expect(feeds > 80)
    #expect(try session.sqlite("SELECT count(*) FROM PublicArticle") == ["\(feeds * 10)"])
    #expect(
      try session.sqlite("SELECT DISTINCT count(*) FROM PublicArticle GROUP BY feedReference") == [
        "10"
      ])
    let oldest = try session.sqlite("SELECT min(publishedDate) FROM PublicArticle")
    #expect(oldest == ["\(1_795_132_800_000 - 9 * 5 * 86_400_000)"])
    let contents = try session.contents()
    let second = try session.run(
      Session.update + ["--keep-newest", "10", "--max-per-feed", "10", "--include-not-due"] + asOf)
    #expect(second.status == 0, "\(second)")
    #expect(
      try session.contents().filter { $0.hasPrefix("PublicArticle ") }
        == contents.filter { $0.hasPrefix("PublicArticle ") })
    // The app's read of what was just stored.
    let read = try session.run("app", "articles", seed.feeds[0].feedURL, "--format", "csv")
    #expect(read.out.split(separator: "\r\n").count == 11, "\(read)")
  }
}
