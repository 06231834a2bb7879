import FeedServer
import Foundation

extension Session {
  /// The options of commands that fetch from servers of the tests, without pauses.
  static let fetching = ["--allow-private", "--host-gap", "0", "--contact", "https://example.com/contact"]
  static let probe = ["update", "--no-articles"] + fetching + ["--format", "json"]
  static let update = ["update"] + fetching

  /// Creates a session whose container has feeds of some URLs.
  static func probing(_ urls: [String], schema: String = "schema/celestra.ckdb") throws -> Session {
    try seeded(ProbedFeeds.seed(urls), "--schema", schema)
  }
}

/// Feeds and other answers of the probed server. The current time of tests is 2026-11-21, noon.
enum ProbedFeeds {
  static let asOf = "2026-11-21T12:00:00Z"

  /// An RSS feed with items of some dates, by default in November 2026.
  static func rss(
    _ dates: [String] = ["Fri, 20 Nov 2026", "Thu, 19 Nov 2026", "Wed, 18 Nov 2026"], extra: String = "",
    title: String = "F"
  ) -> [UInt8] {
    let items = dates.enumerated().map { index, date in
      "<item><title>\(index)</title><guid>id\(index)</guid><pubDate>\(date) 12:00:00 GMT</pubDate></item>"
    }
    return Array(
      "<rss version=\"2.0\"><channel><title>\(title)</title>\(extra)\(items.joined())</channel></rss>".utf8)
  }

  /// The answer of every path and its expected verdict: class, whether it is up, whether it is permanent.
  static let misbehaviours:
    [(path: String, verdict: String, reply: @Sendable (FeedServer.Request) -> FeedServer.Reply)] = [
      ("/moved", "moved true true", { _ in .answer(301, [("Location", "/feed")]) }),
      ("/temporary", "ok true false", { _ in .answer(302, [("Location", "/feed")]) }),
      ("/1999", "stale true true", { _ in .answer(200, [], rss(["Fri, 01 Jan 1999", "Sat, 02 Jan 1999"])) }),
      ("/2038", "ok true false", { _ in .answer(200, [], rss(["Wed, 20 Jan 2038", "Fri, 20 Nov 2026"])) }),
      ("/no-items", "empty-feed true true", { _ in .answer(200, [], rss([])) }),
      ("/ampersand", "malformed true true", { _ in .answer(200, [], rss(extra: "<link>https://x/?a=1&b</link>")) }),
      ("/declaration", "malformed false true", { _ in .answer(200, [], Array("<?xml version=\"1.0\"?>".utf8)) }),
      ("/cut", "malformed false false", { _ in .answer(200, [], Array(rss().prefix(44))) }),
      ("/invalid-utf8", "malformed true true", { _ in .answer(200, [], invalidUTF8) }),
      ("/many", "ok true false", { _ in .answer(200, [], many) }),
      ("/html", "not-a-feed false true", { _ in .answer(200, [("Content-Type", "text/html")], page) }),
      ("/empty", "empty false false", { _ in .answer(200) }),
      ("/no-content", "empty false false", { _ in .answer(204) }),
      ("/401", "http-4xx false true", { _ in .answer(401) }), ("/403", "http-4xx false true", { _ in .answer(403) }),
      ("/404", "http-4xx false true", { _ in .answer(404) }), ("/410", "http-4xx false true", { _ in .answer(410) }),
      ("/429", "rate-limited nil false", { _ in .answer(429, [("Retry-After", "3600")]) }),
      ("/wall", "bot-wall nil true", { _ in .answer(403, [("cf-mitigated", "challenge")]) }),
      ("/500", "http-5xx false false", { _ in .answer(500) }), ("/503", "http-5xx false false", { _ in .answer(503) }),
      ("/circle", "redirect-loop false true", { _ in .answer(301, [("Location", "/circle")]) }),
      ("/to-file", "redirect-loop false true", { _ in .answer(301, [("Location", "file:///etc/passwd")]) }),
      ("/endless", "too-large false true", { _ in .endless }),
      ("/huge", "too-large false true", { _ in .bytes(head(length: 10_000_000_000) + Array("x".utf8)) }),
      ("/reset", "connect false false", { _ in .reset(head(length: 1000)) }),
      ("/short", "connect false false", { _ in .bytes(head(length: 1000) + rss()) }),
      ("/no-http", "connect false false", { _ in .bytes(Array("220 smtp.example ESMTP\r\n\r\n".utf8)) }),
      ("/forbidden", "robots nil true", { _ in .answer(200, [], rss()) }),
    ]

  /// The server's answers: by path, conditional for `/feed`.
  static func reply(_ request: FeedServer.Request) -> FeedServer.Reply {
    if request.path == "/robots.txt" { return .answer(200, [], Array("User-agent: *\nDisallow: /forbidden\n".utf8)) }
    if let known = replies[request.path] { return known(request) }
    let validators = [("ETag", "\"v1\""), ("Last-Modified", "Fri, 20 Nov 2026 12:00:00 GMT")]
    if request.headers["if-none-match"] == "\"v1\"" { return .answer(304, validators) }
    return .answer(200, validators, rss())
  }

  private static let replies = Dictionary(uniqueKeysWithValues: misbehaviours.map { ($0.path, $0.reply) })

  private static let page = Array(
    "<!DOCTYPE html><html><head><title>Buy this domain</title></head><body>soon</body></html>".utf8)

  private static let invalidUTF8 = Array(
    String(decoding: rss(), as: UTF8.self).replacingOccurrences(of: "<title>F", with: "<title>").utf8.flatMap {
      $0 == UInt8(ascii: "F") ? [0xFF, 0xFE, 0xC3] : [$0]
    })

  private static let many = rss((0..<100_000).map { "\(["Fri, 20", "Thu, 19"][$0 % 2]) Nov 2026" })

  private static func head(length: Int) -> [UInt8] {
    Array("HTTP/1.1 200 OK\r\nContent-Length: \(length)\r\n\r\n".utf8)
  }

  /// A seed file of feeds whose titles are their URLs.
  static func seed(_ urls: [String]) -> String {
    let feeds = urls.map { #"{"feedURL":"\#($0)","title":"\#($0)"}"# }
    return #"{"feeds":[\#(feeds.joined(separator: ",\n"))]}"#
  }
}
