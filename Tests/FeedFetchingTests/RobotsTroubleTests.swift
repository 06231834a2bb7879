import FeedFetching
import FeedProbes
import FeedServer
import Foundation
import Testing

@Suite("Trouble with robots.txt")
struct RobotsTroubleTests {
  private static func reply(_ request: FeedServer.Request) -> FeedServer.Reply {
    guard request.path == "/robots.txt" else { return .answer(200, [], Array("feed".utf8)) }
    switch request.host {
    case "127.0.0.2": return .answer(200, [("Content-Encoding", "gzip")], Array("damaged".utf8))
    case "127.0.0.3": return .reset()
    case "127.0.0.4": return .silence
    case "127.0.0.5": return .answer(301, [("Location", "http://no-such-host.invalid/robots.txt")])
    case "127.0.0.6": return .answer(301, [("Location", "http://127.0.0.1:1/robots.txt")])
    case "127.0.0.7":
      let rules = "User-agent: *\nDisallow: /private\n" + String(repeating: "# comment\n", count: 200_000)
      return .answer(200, [], Array(rules.utf8))
    case "127.0.0.8": return .answer(503)
    default: return .answer(404)
    }
  }

  @Test(
    "is not the feed's failure, and the first part of a large file applies",
    arguments: [
      ("127.0.0.2/feed", "robots.txt of '127.0.0.2': the compressed answer is damaged"),
      ("127.0.0.3/feed", "robots.txt of '127.0.0.3': the connection was reset"),
      ("127.0.0.4/feed", "robots.txt of '127.0.0.4': no answer within 1 s"),
      ("127.0.0.5/feed", "robots.txt of '127.0.0.5': no such host"),
      ("127.0.0.6/feed", "robots.txt of '127.0.0.6': connection refused"),
      ("127.0.0.7/feed", "200 feed"), ("127.0.0.7/private", "robots.txt of '127.0.0.7' forbids '/private'"),
      ("127.0.0.8/feed", "robots.txt of '127.0.0.8' answers 503"), ("127.0.0.9/feed", "200 feed"),
    ])
  func trouble(address: String, expected: String) async throws {
    let server = try await FeedServer.start(reply: Self.reply)
    var settings = FeedFetcherTests.settings()
    settings.honoursRobots = true
    if address.hasPrefix("127.0.0.4") { settings.responseTimeout = .seconds(1) }
    let url = "http://" + address.replacing("/", with: ":\(server.port)/", maxReplacements: 1)
    try await HTTPFeedFetcher.with(settings) { fetcher in
      let outcome = await fetcher.fetch(FetchRequest(url: url))
      #expect(summary(outcome) == expected)
      if case .failure(let failure) = outcome.answer {
        let isRobots = if case .robots = failure { true } else { false }
        #expect(isRobots)
      }
    }
    await server.stop()
  }

  @Test("a feed follows its robots.txt without a gap", .timeLimit(.minutes(5)))
  func gap() async throws {
    let server = try await FeedServer.start(reply: Self.reply)
    var settings = FeedFetcherTests.settings()
    settings.honoursRobots = true
    settings.pacing.gap = .seconds(900)
    try await HTTPFeedFetcher.with(settings) { fetcher in
      let outcome = await fetcher.fetch(FetchRequest(url: "http://127.0.0.9:\(server.port)/feed"))
      #expect(summary(outcome) == "200 feed")
    }
    #expect(server.log.map(\.request.path) == ["/robots.txt", "/feed"])
    await server.stop()
  }

  @Test("a host that is down fails as such, and rules of an earlier run replace a request")
  func kept() async throws {
    let server = try await FeedServer.start(reply: Self.reply)
    var settings = FeedFetcherTests.settings()
    settings.honoursRobots = true
    let feed = FetchRequest(url: "http://127.0.0.7:\(server.port)/private")
    let rules = try await HTTPFeedFetcher.with(settings) { fetcher in
      let down = await fetcher.fetch(FetchRequest(url: "http://127.0.0.1:1/feed"))
      #expect(summary(down) == "connection refused")
      _ = await fetcher.fetch(feed)
      return await fetcher.takeRobots()
    }
    #expect(rules == ["http://127.0.0.7:\(server.port)": "User-agent: *\nDisallow: /private\n"])
    let requests = server.log.count
    try await HTTPFeedFetcher.with(settings) { fetcher in
      await fetcher.useRobots(rules)
      #expect(summary(await fetcher.fetch(feed)) == "robots.txt of '127.0.0.7' forbids '/private'")
      #expect(await fetcher.takeRobots().isEmpty)
    }
    #expect(server.log.count == requests)
    await server.stop()
  }
}
