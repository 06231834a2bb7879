import FeedFetching
import FeedHealth
import FeedServer
import Foundation
import Testing

@Suite("Compressed and malformed answers")
struct AnswerTests {
  private static func encoded(_ encoding: String, _ body: String) -> FeedServer.Reply {
    .answer(200, [("Content-Encoding", encoding)], Array(Data(base64Encoded: body) ?? Data()))
  }

  private static func bytes(_ text: String) -> FeedServer.Reply { .bytes(Array(text.utf8)) }

  private static let replies: [(path: String, reply: FeedServer.Reply, expected: String)] = [
    // compression
    ("/gzip", encoded("gzip", "H4sIAAAAAAACA0tLTU0BAKtEQCMEAAAA"), "200 feed"),
    ("/x-gzip", encoded("x-gzip", "H4sIAAAAAAACA0tLTU0BAKtEQCMEAAAA"), "200 feed"),
    ("/members", encoded("gzip", "H4sIAAAAAAACA0tLBQAJS6ZPAgAAAB+LCAAAAAAAAgNLTQEAXCiMEwIAAAA="), "200 feed"),
    ("/padded", encoded("gzip", "H4sIAAAAAAACA0tLTU0BAKtEQCMEAAAAAAA="), "200 feed"),
    ("/zlib", encoded("deflate", "eJxLS01NAQAD+QGV"), "200 feed"),
    ("/raw", encoded("Deflate", "S0tNTQEA"), "200 feed"),
    ("/name", encoded(" GZip ", "H4sIAAAAAAACA0tLTU0BAKtEQCMEAAAA"), "200 feed"),
    ("/identity", encoded("identity, gzip", "H4sIAAAAAAACA0tLTU0BAKtEQCMEAAAA"), "200 feed"),
    ("/gzip-twice", encoded("gzip,gzip", "H4sIAAAAAAACA5Pv5mAAASZmb29fX0aG1S4OyixAPgA2lsYkGAAAAA=="), "200 feed"),
    ("/gzip-of-zlib", encoded("deflate, gzip", "H4sIAAAAAAACA6uY4+3t68vIwPyTcSoAYJLF3QwAAAA="), "200 feed"),
    ("/empty", encoded("gzip", ""), "200 "),
    ("/cut", encoded("gzip", "H4sIAAAAAAACA0tLTU0BAKtEQCMEAA=="), "the compressed answer is damaged"),
    ("/plain", encoded("gzip", "PHJzcz5oZWxsbzwvcnNzPg=="), "the compressed answer is damaged"),
    // heads
    (
      "/two-lengths", bytes("HTTP/1.1 200 OK\r\nContent-Length: 4\r\nContent-Length: 5\r\n\r\nfeed!"),
      "the answer is not HTTP"
    ),
    (
      "/interim-content",
      bytes("HTTP/1.1 100 X\r\nContent-Length: 4\r\n\r\nfeedHTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nfeed"),
      "the answer is not HTTP"
    ),
    ("/status-0", bytes("HTTP/1.1 099 X\r\nContent-Length: 4\r\n\r\nfeed"), "the answer is not HTTP"),
    ("/other-protocol", bytes("SSH-2.0-OpenSSH_9.2"), "the answer is not HTTP"),
    // redirects
    ("/feed-scheme", .answer(301, [("Location", "feed://127.0.0.1:PORT/gzip")]), "301>200 feed"),
    ("/feed-prefix", .answer(301, [("Location", "FEED:http://127.0.0.1:PORT/gzip")]), "301>200 feed"),
  ]

  @Test("are read, and others have their own failure", arguments: replies.map { ($0.path, $0.expected) })
  func answers(path: String, expected: String) async throws {
    let server = try await FeedServer.start { request in
      guard let reply = Self.replies.first(where: { $0.path == request.path })?.reply else { return .answer(404) }
      guard case .answer(let status, let headers, let body) = reply else { return reply }
      let port = request.headers["host"]?.split(separator: ":").last.map(String.init) ?? ""
      return .answer(status, headers.map { ($0.0, $0.1.replacing("PORT", with: port)) }, body)
    }
    try await HTTPFeedFetcher.with(FeedFetcherTests.settings()) { fetcher in
      // The second request uses the same connection if the server keeps it open.
      for _ in 0..<2 {
        let outcome = await fetcher.fetch(FetchRequest(url: "http://127.0.0.1:\(server.port)\(path)"))
        #expect(summary(outcome) == expected)
      }
    }
  }

  @Test(
    "a request is sent again only if the server closed a kept-alive connection before it answered",
    arguments: [
      // The client may have closed the connection, too: then the second request is the first of another one.
      (.answer(200), .bytes([]), ["200 ", "200 "]), (.answer(200), .reset([]), ["200 ", "200 "]),
      (.bytes([]), .answer(200), ["the connection ended in the middle of the answer"]),
      (.bytes(Array("HTTP".utf8)), .answer(200), ["the connection ended in the middle of the answer"]),
    ] as [(FeedServer.Reply, FeedServer.Reply, [String])])
  func staleConnections(first: FeedServer.Reply, further: FeedServer.Reply, expected: [String]) async throws {
    let server = try await FeedServer.start { $0.isFirst ? first : further }
    try await HTTPFeedFetcher.with(FeedFetcherTests.settings()) { fetcher in
      for text in expected {
        let outcome = await fetcher.fetch(FetchRequest(url: "http://127.0.0.1:\(server.port)/feed"))
        #expect(summary(outcome) == text)
      }
    }
    #expect(server.log.count { $0.request.isFirst } == expected.count)
  }
}
