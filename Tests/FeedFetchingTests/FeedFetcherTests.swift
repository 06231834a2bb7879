import FeedFetching
import FeedHealth
import FeedServer
import Foundation
import TestEnvironment
import Testing

/// Returns the outcome of a fetch as text.
func summary(_ outcome: FetchOutcome) -> String {
  let path = outcome.redirects.map { "\($0.status)>" }.joined()
  switch outcome.answer {
  case .success(let answer): return "\(path)\(answer.status) \(String(decoding: answer.body.prefix(40), as: UTF8.self))"
  case .failure(let failure): return "\(path)\(failure)"
  }
}

@Suite("Fetching a feed")
struct FeedFetcherTests {
  static func settings() -> FetchSettings {
    var settings = FetchSettings(userAgent: "celestra-admin/1 (+https://example.com/contact)")
    settings.addresses = AddressPolicy(allowsPrivate: true)
    settings.honoursRobots = false
    settings.pacing.gap = .zero
    settings.connectTimeout = .seconds(86_400)
    settings.responseTimeout = .seconds(86_400)
    settings.totalTimeout = .seconds(86_400)
    settings.bodyLimit = 1_000_000
    settings.hosts = TestHosts.addresses()
    return settings
  }

  private func reply(_ request: FeedServer.Request) -> FeedServer.Reply {
    switch request.path {
    case "/ok": return .answer(200, [("ETag", "W/\"a b\""), ("Last-Modified", "yesterday")], Array("feed".utf8))
    case "/conditional":
      let isSame =
        request.headers["if-none-match"] == "W/\"a b\"" && request.headers["if-modified-since"] == "yesterday"
      return .answer(isSame ? 304 : 200)
    case "/permanent": return .answer(301, [("Location", "/temporary\t ")])
    case "/temporary": return .answer(302, [("Location", "/ok")])
    case "/circle": return .answer(301, [("Location", "/circle")])
    case let path where path.hasPrefix("/count/"):
      return .answer(307, [("Location", "/count/\((Int(path.dropFirst(7)) ?? 0) + 1)")])
    case "/file": return .answer(301, [("Location", "file:///etc/passwd")])
    case "/nowhere": return .answer(301, [("Location", "http://")])
    case "/drip": return .drip(Array("HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\n".utf8), every: 500)
    case "/drip-body":
      return .headThenDrip(Array("HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\n".utf8), every: 200)
    case "/pause":
      return .headThenDrip(Array("HTTP/1.1 200 X\r\nContent-Length: 2\r\n\r\n".utf8), every: 11_000)
    case "/silence": return .silence
    case "/endless": return .endless
    case "/declared": return .bytes(Array("HTTP/1.1 200 X\r\nContent-Length: 10000000000\r\n\r\nx".utf8))
    case "/reset": return .reset(Array("HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\nhalf".utf8))
    case "/reset-at-once": return .reset()
    case "/short": return .bytes(Array("HTTP/1.1 200 X\r\nContent-Length: 100\r\n\r\nhalf".utf8))
    case "/no-http": return .bytes(Array("SSH-2.0-OpenSSH_9.2\r\n\r\n".utf8))
    case "/authorised": return .answer(request.headers["authorization"] == "Basic dTpw" ? 200 : 401)
    case "/agent": return .answer(200, [], Array((request.headers["user-agent"] ?? "").utf8))
    default: return .answer(404)
    }
  }

  @Test(
    "each kind of misbehavior gives its own failure",
    arguments: [
      ("/ok", "200 feed"), ("/permanent", "301>302>200 feed"), ("/temporary", "302>200 feed"),
      ("/agent", "200 celestra-admin/1 (+https://example.com/c"), ("/none", "404 "),
      ("/circle", "301>its redirects form a loop"), ("/count/0", "307>307>307>307>307>307>more than 5 redirects"),
      ("/file", "it redirects to an unsupported URL: 'file:' is not http or https"),
      ("/endless", "the answer has more than 1 MB"), ("/declared", "the answer has more than 1 MB"),
      ("/reset", "the connection was reset"), ("/short", "the connection ended in the middle of the answer"),
      ("/no-http", "the answer is not HTTP"),
    ])
  func misbehavior(path: String, expected: String) async throws {
    let server = try await FeedServer.start(reply: reply)
    try await HTTPFeedFetcher.with(Self.settings()) { fetcher in
      let outcome = await fetcher.fetch(FetchRequest(url: "http://127.0.0.1:\(server.port)\(path)"))
      #expect(summary(outcome) == expected)
    }
  }

  @Test(
    "a fetch ends at its time limits",
    arguments: [
      ("/silence", 1, 900, "no answer within 1 s"), ("/drip", 1, 900, "no answer within 1 s"),
      ("/silence", 900, 1, "no answer within 1 s"),
      ("/drip-body", 900, 10, "the answer was not complete within 10 s"), ("/pause", 10, 900, "200   "),
    ])
  func patience(path: String, response: Int, total: Int, expected: String) async throws {
    let server = try await FeedServer.start(reply: reply)
    var settings = Self.settings()
    settings.responseTimeout = .seconds(response)
    settings.totalTimeout = .seconds(total)
    try await HTTPFeedFetcher.with(settings) { fetcher in
      let outcome = await fetcher.fetch(FetchRequest(url: "http://127.0.0.1:\(server.port)\(path)"))
      #expect(summary(outcome) == expected)
    }
  }

  @Test("validators are sent back byte for byte")
  func validators() async throws {
    let server = try await FeedServer.start(reply: reply)
    try await HTTPFeedFetcher.with(Self.settings()) { fetcher in
      let base = "http://127.0.0.1:\(server.port)"
      let first = try await fetcher.fetch(FetchRequest(url: base + "/ok")).answer.get()
      #expect(first.etag == "W/\"a b\"")
      #expect(first.lastModified == "yesterday")
      let again = FetchRequest(url: base + "/conditional", etag: first.etag, lastModified: first.lastModified)
      #expect(summary(await fetcher.fetch(again)) == "304 ")
    }
  }

  @Test("a request asks to close its connection only if told to")
  func connections() async throws {
    let server = try await FeedServer.start { .answer(200, [], Array(($0.headers["connection"] ?? "open").utf8)) }
    try await HTTPFeedFetcher.with(Self.settings()) { fetcher in
      var bodies: [String] = []
      for closes in [false, true, false] {
        var request = FetchRequest(url: "http://127.0.0.1:\(server.port)/")
        request.closesConnection = closes
        bodies.append(String(decoding: try await fetcher.fetch(request).answer.get().body, as: UTF8.self))
      }
      #expect(bodies == ["open", "close", "open"])
    }
  }

  @Test("the permanent URL is the target of the leading permanent redirects")
  func permanence() async throws {
    let server = try await FeedServer.start(reply: reply)
    try await HTTPFeedFetcher.with(Self.settings()) { fetcher in
      let base = "http://127.0.0.1:\(server.port)"
      #expect(await fetcher.fetch(FetchRequest(url: base + "/permanent")).permanentURL == base + "/temporary")
      #expect(await fetcher.fetch(FetchRequest(url: base + "/temporary")).permanentURL == nil)
    }
  }

  @Test("a password is sent to its own origin only, and never in the URL")
  func credentials() async throws {
    let server = try await FeedServer.start { request in
      switch request.path {
      case "/here": .answer(301, [("Location", "/")])
      case "/away":
        .answer(302, [("Location", "http://h9.test:\(request.headers["host"]?.split(separator: ":").last ?? "")/")])
      default: .answer(request.headers["authorization"] == "Basic dTpw" ? 200 : 401)
      }
    }
    try await HTTPFeedFetcher.with(Self.settings()) { fetcher in
      let outcome = await fetcher.fetch(FetchRequest(url: "http://u:p@127.0.0.1:\(server.port)/"))
      #expect(summary(outcome) == "200 ")
      let away = await fetcher.fetch(FetchRequest(url: "http://u:p@127.0.0.1:\(server.port)/away"))
      #expect(summary(away) == "302>401 ")
      #expect(!String(describing: away).contains("u:p"))
      let here = await fetcher.fetch(FetchRequest(url: "http://u:p@127.0.0.1:\(server.port)/here"))
      #expect(summary(here) == "301>200 ")
      #expect(!String(describing: here).contains("u:p"))
    }
    #expect(server.log.allSatisfy { !$0.request.path.contains("u:p") })
  }

  @Test(
    "addresses of this machine are refused in every spelling",
    arguments: ["127.0.0.1", "localhost", "2130706433", "0x7f000001", "127.1", "[::1]", "[::ffff:127.0.0.1]"])
  func privateAddresses(host: String) async throws {
    let server = try await FeedServer.start(reply: reply)
    var settings = Self.settings()
    settings.addresses = AddressPolicy()
    try await HTTPFeedFetcher.with(settings) { fetcher in
      let outcome = await fetcher.fetch(FetchRequest(url: "http://\(host):\(server.port)/ok"))
      guard case .failure(.address(_, "loopback")) = outcome.answer else {
        Issue.record("\(summary(outcome))")
        return
      }
    }
    #expect(server.log.isEmpty)
  }

  @Test(
    "a compressed answer is read whole, whatever its size and number of members",
    .enabled(if: TestProgram("gzip") != nil, "gzip is not installed"))
  func compressed() async throws {
    let text = "(seq 1 100000; echo end) | gzip -1; echo after | gzip -9"
    let body = try #require(TestProgram("sh")).run(["-c", text]).data
    let server = try await FeedServer.start { _ in .answer(200, [("Content-Encoding", "gzip")], Array(body)) }
    try await HTTPFeedFetcher.with(Self.settings()) { fetcher in
      let outcome = await fetcher.fetch(FetchRequest(url: "http://127.0.0.1:\(server.port)/"))
      let answer = try outcome.answer.get()
      let lines = String(decoding: answer.body, as: UTF8.self).split(separator: "\n")
      #expect(lines.count == 100_002 && lines[99_999] == "100000" && lines.last == "after")
    }
  }

  @Test("a gzip bomb fails at the size limit", .enabled(if: TestProgram("gzip") != nil, "gzip is not installed"))
  func bomb() async throws {
    let bomb = try #require(TestProgram("sh")).run(["-c", "head -c 300000000 /dev/zero | gzip -1"]).data
    let server = try await FeedServer.start { _ in .answer(200, [("Content-Encoding", "gzip")], Array(bomb)) }
    try await HTTPFeedFetcher.with(Self.settings()) { fetcher in
      let outcome = await fetcher.fetch(FetchRequest(url: "http://127.0.0.1:\(server.port)/"))
      #expect(summary(outcome) == "the answer has more than 1 MB")
    }
  }

  @Test("a closed port and an unknown host are different failures")
  func refused() async throws {
    try await HTTPFeedFetcher.with(Self.settings()) { fetcher in
      // No other test listens on this port, as it could on the port of a stopped server.
      let outcome = await fetcher.fetch(FetchRequest(url: "http://127.0.0.1:1/"))
      #expect(summary(outcome) == "connection refused")
      let gone = await fetcher.fetch(FetchRequest(url: "http://no-such-host.invalid/"))
      guard case .failure(.dns) = gone.answer else {
        Issue.record("\(summary(gone))")
        return
      }
    }
  }
}
