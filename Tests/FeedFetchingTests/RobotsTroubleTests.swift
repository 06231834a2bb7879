import FeedFetching
import FeedHealth
import FeedServer
import Foundation
import Testing

@Suite("Trouble with robots.txt")
struct RobotsTroubleTests {
  private static func reply(_ request: FeedServer.Request) -> FeedServer.Reply {
    guard request.path == "/robots.txt" else { return .answer(200, [], Array("feed".utf8)) }
    switch request.host {
    case "h2.test": return .answer(200, [("Content-Encoding", "gzip")], Array("damaged".utf8))
    case "h3.test": return .reset()
    case "h4.test": return .silence
    case "h5.test": return .answer(301, [("Location", "http://no-such-host.invalid/robots.txt")])
    case "h6.test": return .answer(301, [("Location", "http://127.0.0.1:1/robots.txt")])
    case "h7.test":
      let rules = "User-agent: *\nDisallow: /private\n" + String(repeating: "# comment\n", count: 200_000)
      return .answer(200, [], Array(rules.utf8))
    case "h8.test": return .answer(503, [("Retry-After", "3600")])
    default: return .answer(404)
    }
  }

  @Test(
    "keeps feeds from being fetched, and the first part of a large file applies",
    arguments: [
      ("h2.test/feed", "robots.txt of 'h2.test': the compressed answer is damaged"),
      ("h3.test/feed", "robots.txt of 'h3.test': the connection was reset"),
      ("h4.test/feed", "robots.txt of 'h4.test': no answer within 1 s"),
      ("h5.test/feed", "robots.txt of 'h5.test': no such host"),
      ("h6.test/feed", "robots.txt of 'h6.test': connection refused"),
      ("h7.test/feed", "200 feed"), ("h7.test/private", "robots.txt of 'h7.test' forbids '/private'"),
      ("h8.test/feed", "robots.txt of 'h8.test' answers 503"), ("h9.test/feed", "200 feed"),
    ])
  func trouble(address: String, expected: String) async throws {
    let server = try await FeedServer.start(reply: Self.reply)
    var settings = FeedFetcherTests.settings()
    settings.honoursRobots = true
    if address.hasPrefix("h4.test") { settings.responseTimeout = .seconds(1) }
    let url = "http://" + address.replacing("/", with: ":\(server.port)/", maxReplacements: 1)
    try await HTTPFeedFetcher.with(settings) { fetcher in
      let outcome = await fetcher.fetch(FetchRequest(url: url))
      #expect(summary(outcome) == expected)
      if case .failure(let failure) = outcome.answer {
        let isForbidden = if case .robots = failure { true } else { false }
        #expect(isForbidden == address.hasSuffix("/private"))
      }
    }
  }

  @Test(
    "a file that cannot be read is ignored on request, unlike one that forbids",
    arguments: [("h8.test/feed", "200 feed"), ("h7.test/private", "robots.txt of 'h7.test' forbids '/private'")])
  func ignored(address: String, expected: String) async throws {
    let server = try await FeedServer.start(reply: Self.reply)
    var settings = FeedFetcherTests.settings()
    settings.honoursRobots = true
    var request = FetchRequest(url: "http://" + address.replacing("/", with: ":\(server.port)/", maxReplacements: 1))
    request.ignoresUnreadableRobots = true
    try await HTTPFeedFetcher.with(settings) { fetcher in
      let outcome = await fetcher.fetch(request)
      #expect(summary(outcome) == expected)
      #expect(outcome.isRobotsReadable == address.hasPrefix("h7"))
    }
  }

  @Test("a feed follows its robots.txt without a gap")
  func gap() async throws {
    let server = try await FeedServer.start(reply: Self.reply)
    var settings = FeedFetcherTests.settings()
    settings.honoursRobots = true
    settings.pacing.gap = .seconds(900)
    try await HTTPFeedFetcher.with(settings) { fetcher in
      let outcome = await fetcher.fetch(FetchRequest(url: "http://h9.test:\(server.port)/feed"))
      #expect(summary(outcome) == "200 feed")
    }
    #expect(server.log.map(\.request.path) == ["/robots.txt", "/feed"])
  }

  @Test("a host that is down fails as such, and rules of an earlier run replace a request")
  func kept() async throws {
    let server = try await FeedServer.start(reply: Self.reply)
    var settings = FeedFetcherTests.settings()
    settings.honoursRobots = true
    let feed = FetchRequest(url: "http://h7.test:\(server.port)/private")
    let rules = try await HTTPFeedFetcher.with(settings) { fetcher in
      let down = await fetcher.fetch(FetchRequest(url: "http://127.0.0.1:1/feed"))
      #expect(summary(down) == "connection refused")
      _ = await fetcher.fetch(feed)
      return await fetcher.takeRobots()
    }
    #expect(rules == ["http://h7.test:\(server.port)": "User-agent: *\nDisallow: /private\n"])
    let requests = server.log.count
    try await HTTPFeedFetcher.with(settings) { fetcher in
      await fetcher.useRobots(rules)
      #expect(summary(await fetcher.fetch(feed)) == "robots.txt of 'h7.test' forbids '/private'")
      #expect(await fetcher.takeRobots().isEmpty)
    }
    #expect(server.log.count == requests)
  }
}
