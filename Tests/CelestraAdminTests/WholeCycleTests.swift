import FeedServer
import Foundation
import Synchronization
import Testing

@Suite("The whole cycle of a catalog")
struct WholeCycleTests {
  private static let schemas = ["schema/celestra.ckdb", "schema/celestrakit.ckdb"]

  /// Feeds whose items appear week by week: item `n` of a feed on day `7 n`, with an edited text from day 30 on.
  private static func items(_ feed: String, day: Int) -> [UInt8] {
    let start = Date(timeIntervalSince1970: 1_735_689_600)
    let items = (0...12).filter { $0 * 7 <= day }.map { number in
      let date = start.addingTimeInterval(Double(number * 7) * 86_400)
      let text =
        number == 3 && day >= 30 ? "An edited text about concurrency" : "A text, number \(number)"
      return
        "<item><title>\(feed) \(number)</title><guid isPermaLink=\"false\">\(feed)-\(number)</guid>"
        + "<link>https://example.com/\(feed)/\(number)</link><pubDate>\(rfc822(date))</pubDate>"
        + "<description>&lt;p onclick=\"x()\"&gt;\(text)&lt;/p&gt;&lt;script&gt;alert(1)&lt;/script&gt;</description></item>"
    }
    return Array(
      "<rss version=\"2.0\"><channel><title>\(feed)</title>\(items.joined())</channel></rss>".utf8)
  }

  private static func rfc822(_ date: Date) -> String {
    let formatter = DateFormatter()
    formatter.locale = Locale(identifier: "en_US_POSIX")
    formatter.timeZone = TimeZone(identifier: "UTC")
    formatter.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return formatter.string(from: date)
  }

  private static func date(_ day: Int) -> String {
    Date(timeIntervalSince1970: 1_735_689_600 + Double(day) * 86_400).formatted(.iso8601)
  }

  private static func subscriptions(_ feedType: String) -> String {
    """
    WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 20)
    INSERT INTO FeedSubscription (___recordID, ___createTime, ___modTime, ___etag, feedRecordName)
    SELECT f.___recordID || i, 0, 0, 'x', f.___recordID FROM n, \(feedType) f;
    """
  }

  /// The lines of an output without the container's name and with single spaces. They are sorted, because articles of one
  /// date have no order.
  private static func neutral(_ text: String) -> [String] {
    text.replacing(EmulatorProcess.container, with: "local.sqlite").split(whereSeparator: \.isNewline)
      .map { $0.split(separator: " ").joined(separator: " ") }.sorted()
  }

  /// Runs a command on the local and on the emulated container; both must answer alike and have the same records.
  private static func both(
    _ command: [String], day: Int, _ session: Session, _ emulator: EmulatorProcess
  ) throws -> Session.Transcript {
    let arguments = command[0] == "app" ? command : command + ["--as-of", date(day)]
    let local = try session.run(
      arguments + ["--container", "local.sqlite", "--schema", "schema.ckdb"])
    let cloud = try emulator.run(arguments + ["--schema", "schema.ckdb"])
    #expect(local.status == 0, "\(command) \(local)")
    #expect(cloud.status == local.status, "\(command) \(cloud)")
    #expect(neutral(cloud.out) == neutral(local.out), "\(command)")
    #expect(!emulator.isGivenAway(by: cloud.out + cloud.err))
    #expect(
      try session.contents(of: "emulated.sqlite") == session.contents(of: "local.sqlite"),
      "\(command)")
    return local
  }

  @Test(
    "seed, update, subscribers, score, report and prune leave equal records in both containers",
    arguments: schemas)
  func cycle(schema: String) async throws {
    let day = Mutex(0)
    let server = try await FeedServer.start { request in
      if request.path == "/robots.txt" { return .answer(404) }
      return .answer(200, [], Self.items(String(request.path.dropFirst()), day: day.withLock { $0 }))
    }
    let session = try Session()
    try session.copy("schema")
    try FileManager.default.copyItem(
      atPath: session.path(schema), toPath: session.path("schema.ckdb"))
    let urls = ["a", "b", "c"].enumerated().map { "http://\(TestHosts.name($0)):\(server.port)/\($1)" }
    try session.write(ProbedFeeds.seed(urls), to: "feeds.json")
    let emulator = try EmulatorProcess(session, ["--schema", "schema.ckdb"])
    let isKit = schema.contains("celestrakit")
    let type = isKit ? "Article" : "PublicArticle"
    func articles() throws -> Int {
      Int(try session.sqlite("SELECT count(*) FROM \(type)", in: "local.sqlite")[0]) ?? -1
    }
    func run(_ command: [String]) throws -> Session.Transcript {
      try Self.both(command, day: day.withLock { $0 }, session, emulator)
    }

    _ = try run(["seed", "feeds.json"])
    for container in ["local.sqlite", "emulated.sqlite"] {
      try session.change(Self.subscriptions(isKit ? "Feed" : "PublicFeed"), in: container)
    }
    // Six weeks of articles, then an edit, then the rest.
    for (today, stored) in [(0, 3), (29, 15), (30, 15), (42, 21), (84, 39)] {
      day.withLock { $0 = today }
      _ = try run(Session.update + ["--include-not-due"])
      #expect(try articles() == stored, "day \(today)")
    }
    let texts = try session.sqlite(
      "SELECT content FROM \(type) WHERE guid = 'a-3'", in: "local.sqlite")
    #expect(texts.count == 1 && texts[0].contains("An edited text"), "\(texts)")
    #expect(
      try session.sqlite("SELECT content FROM \(type)", in: "local.sqlite").allSatisfy {
        !$0.contains("script") && !$0.contains("onclick")
      })
    _ = try run(["subscribers"])
    _ = try run(["score"])
    let score = try run(["score", "--explain", urls[0]])
    #expect(score.out.contains("12 gaps between articles"), "\(score)")
    #expect(try run(["health", "report"]).out.contains("3"))
    let found = try run(["app", "search-articles", "concurrency", "--format", "csv"])
    #expect(found.out.split(separator: "\r\n").count == 4, "\(found)")
    // A date in the past: prune refuses one in the future.
    day.withLock { $0 = 200 }
    _ = try run(["articles", "prune", "--yes"])
    #expect(try articles() == 0)
  }
}
