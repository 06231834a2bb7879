import FeedFetching
import FeedHealth
import FeedServer
import Synchronization
import TestEnvironment
import Testing

@Suite("Notices")
struct NoticeSenderTests {
  /// Longer than any test takes.
  private static let day = Duration.seconds(86_400)

  private static func settings(allowsPrivate: Bool = true, _ limit: Duration = day) -> FetchSettings {
    var settings = FetchSettings(userAgent: "test/1")
    settings.addresses = AddressPolicy(allowsPrivate: allowsPrivate)
    settings.connectTimeout = day
    settings.responseTimeout = limit
    settings.totalTimeout = day
    settings.hosts = ["hook.test": "127.0.0.1", "inside.test": "10.0.0.1"]
    return settings
  }

  /// Posts a body to a server, and returns the failure and the requests.
  private static func post(
    to path: String, allowsPrivate: Bool = true, host: String = "hook.test", limit: Duration = day,
    reply: @escaping @Sendable (Int) -> FeedServer.Reply
  ) async throws -> (failure: NoticeFailure?, log: [FeedServer.Request]) {
    let count = Mutex(0)
    let server = try await FeedServer.start { _ in
      reply(
        count.withLock {
          $0 += 1
          return $0
        })
    }
    do {
      try await NoticeSender.with(settings(allowsPrivate: allowsPrivate, limit), pauses: [.zero, .zero]) {
        try await $0.post(
          Array("{\"a\":1}".utf8), headers: [("Celestra-Notice-Id", "1")], to: "http://\(host):\(server.port)\(path)")
      }
      return (nil, server.log.map(\.request))
    } catch let failure as NoticeFailure {
      return (failure, server.log.map(\.request))
    }
  }

  @Test("a notice is posted once, with its header fields and its body")
  func accepted() async throws {
    let result = try await Self.post(to: "/hook?key=secret") { _ in .answer(202, [], Array("ok".utf8)) }
    #expect(result.failure == nil && result.log.count == 1)
    let request = try #require(result.log.first)
    #expect(request.method == "POST" && request.path == "/hook?key=secret")
    #expect(request.body == Array("{\"a\":1}".utf8) && request.headers["celestra-notice-id"] == "1")
  }

  @Test(
    "what may pass is tried again with the same body, up to three times; what does not, is not",
    arguments: [
      ([500, 503, 200], 3, nil), ([429, 204], 2, nil), ([500, 502, 503, 200], 3, "HTTP 503, after 3 tries"),
      ([404], 1, "HTTP 404"), ([401], 1, "HTTP 401"),
      ([302], 1, "it redirects (HTTP 302); pass the address that it redirects to"),
    ] as [([Int], Int, String?)])
  func repeated(statuses: [Int], tries: Int, reason: String?) async throws {
    let result = try await Self.post(to: "/hook") { number in
      .answer(statuses[min(number, statuses.count) - 1], [("Location", "http://inside.test/")])
    }
    #expect(result.log.count == tries && Set(result.log.map(\.body)).count == 1)
    #expect(result.failure?.description == reason.map { "'hook.test' did not accept the request: \($0)" })
  }

  @Test("a server that hangs, or breaks the connection, is given up, and the message has no secret")
  func broken() async throws {
    let replies: [(FeedServer.Reply, Duration)] = [
      (.silence, .milliseconds(300)), (.reset(), Self.day), (.bytes(Array("220 smtp\r\n".utf8)), Self.day),
    ]
    for (reply, limit) in replies {
      let result = try await Self.post(to: "/hook/secret", limit: limit) { _ in reply }
      #expect(result.log.count >= 3)
      let text = try #require(result.failure?.description)
      #expect(text.hasSuffix(", after 3 tries") && !text.contains("secret"), "\(text)")
    }
  }

  @Test("nothing is sent to a private address, and nothing follows a redirect to one")
  func refused() async throws {
    let inside = try await Self.post(to: "/hook", allowsPrivate: false) { _ in .answer(200) }
    #expect(inside.log.isEmpty)
    #expect(
      inside.failure?.description
        == "'hook.test' did not accept the request: 'hook.test' has a loopback address, which is not allowed")
    await #expect(throws: NoticeFailure.self) {
      try await NoticeSender.with(Self.settings(allowsPrivate: false), pauses: []) {
        try await $0.ping("http://169.254.169.254/latest")
      }
    }
  }

  @Test("a ping is a request without a body")
  func ping() async throws {
    let server = try await FeedServer.start { _ in .answer(200) }
    try await NoticeSender.with(Self.settings(), pauses: []) {
      try await $0.ping("http://hook.test:\(server.port)/id/start")
    }
    #expect(server.log.map { "\($0.request.method) \($0.request.path)" } == ["GET /id/start"])
  }
}
