import Catalog
import TestEnvironment
import Testing

@Suite("Feed URLs")
struct FeedURLTests {
  @Test(
    "the canonical form",
    arguments: [
      // trimmed
      (" \t\nhttps://example.com/feed\r\n ", "https://example.com/feed"),
      ("\u{FEFF}https://example.com/feed\u{A0}\u{200B}", "https://example.com/feed"),
      // feed: is http
      ("feed://example.com/rss", "http://example.com/rss"),
      ("FEED:https://example.com/rss", "https://example.com/rss"),
      ("feed:http://example.com/rss", "http://example.com/rss"),
      ("feed://https://example.com/rss", "https://example.com/rss"),
      ("feed:example.com/rss", "http://example.com/rss"),
      // scheme and host in lower case, the path as it is
      ("HTTP://Example.COM/Feed.XML", "http://example.com/Feed.XML"),
      ("https://my_blog.example.com/", "https://my_blog.example.com/"),
      // IDNA
      ("https://bücher.example/", "https://xn--bcher-kva.example/"),
      ("https://BÜCHER.Example/ä?ö=ü", "https://xn--bcher-kva.example/%C3%A4?%C3%B6=%C3%BC"),
      ("https://例え。テスト/", "https://xn--r8jz45g.xn--zckzah/"),
      ("https://XN--Bcher-kva.example/", "https://xn--bcher-kva.example/"),
      // no default port
      ("http://example.com:80/", "http://example.com/"),
      ("https://example.com:443/a", "https://example.com/a"),
      ("http://example.com:443/", "http://example.com:443/"),
      ("https://example.com:/a", "https://example.com/a"),
      ("https://example.com:08080/a", "https://example.com:8080/a"),
      ("http://[2001:DB8::1]:80/feed", "http://[2001:db8::1]/feed"),
      // dot segments
      ("https://example.com/a/./b/../c", "https://example.com/a/c"),
      ("https://example.com/../../a/..", "https://example.com/"),
      ("https://example.com/a/.", "https://example.com/a/"),
      ("https://example.com//a//../b", "https://example.com//a/b"),
      ("https://example.com/.well/..hidden/...", "https://example.com/.well/..hidden/..."),
      // an empty path is /
      ("https://example.com", "https://example.com/"),
      ("https://example.com?feed=rss2", "https://example.com/?feed=rss2"),
      ("https://example.com#top", "https://example.com/"),
      // escapes
      ("https://example.com/%e4%BD%a0", "https://example.com/%E4%BD%A0"),
      ("https://example.com/%7euser/%2e%2e", "https://example.com/%7Euser/%2E%2E"),
      ("https://example.com/a<b>|{c}\"\\^`", "https://example.com/a%3Cb%3E%7C%7Bc%7D%22%5C%5E%60"),
      ("https://example.com/100%/%zz/%4", "https://example.com/100%25/%25zz/%254"),
      ("https://example.com/?a[]=é", "https://example.com/?a[]=%C3%A9"),
      // no fragment, the query as it is
      ("https://example.com/a?B=c/../d&e=%2f#f?g", "https://example.com/a?B=c/../d&e=%2F"),
      ("https://example.com/?", "https://example.com/?"),
      // user information
      ("https://User:Pa%3ass@Example.com/", "https://User:Pa%3Ass@example.com/"),
      ("https://a@b:c@example.com/", "https://a%40b:c@example.com/"),
      ("https://@example.com/", "https://example.com/"),
    ])
  func canonical(text: String, expected: String) throws {
    let url = try FeedURL(text)
    #expect(url.canonical == expected)
    #expect(url.note == nil)
    let again = try FeedURL(url.canonical)
    #expect(again.canonical == url.canonical)
    #expect(again.key == url.key)
  }

  @Test(
    "a text without a scheme is taken for https, with a note",
    arguments: [
      ("www.example.com/rss", "https://www.example.com/rss"),
      ("//example.com/rss", "https://example.com/rss"),
      ("Example.com", "https://example.com/"),
      ("example.com:8080/feed", "https://example.com:8080/feed"),
      ("localhost:8080/feed", "https://localhost:8080/feed"),
      ("localhost/feed", "https://localhost/feed"),
      ("bücher.example/feed", "https://xn--bcher-kva.example/feed"),
    ])
  func schemeAdded(text: String, expected: String) throws {
    let url = try FeedURL(text)
    #expect(url.canonical == expected)
    #expect(url.note == "the address has no scheme; 'https://' is assumed")
  }

  @Test(
    "what no feed can be fetched from is refused, and why",
    arguments: [
      ("", FeedURLError.empty),
      (" \n\u{FEFF}", .empty),
      ("javascript:alert(1)", .scheme("javascript")),
      ("file:///etc/passwd", .scheme("file")),
      ("mailto:me@example.com", .scheme("mailto")),
      ("ftp://example.com/feed", .scheme("ftp")),
      ("data:text/plain,x", .scheme("data")),
      ("me@example.com", .emailAddress),
      ("just words", .whitespace(offset: 4)),
      ("https://example.com/a\tb", .whitespace(offset: 21)),
      ("https://example.com/a\u{0}b", .whitespace(offset: 21)),
      ("words", .notAURL), ("javascript:1", .scheme("javascript")), ("mailto:25/x", .scheme("mailto")),
      ("/feed.xml", .notAURL), ("rss.xml", .relative), ("Feed.RSS", .relative), ("index.php?feed=rss2", .relative),
      ("atom.xml/", .relative), ("https://http://a.example/f", .repeatedScheme),
      ("http://HTTPS//a.example", .repeatedScheme), ("http://ftp://a.example/f", .repeatedScheme),
      ("feed:feed://a.example/f", .repeatedScheme), ("“https://a.example/f”", .repeatedScheme),
      ("“a.example/f", .host("“a.example")),
      ("feed:https:https://a.example/f", .repeatedScheme),
      ("index.", .notAURL),
      ("https:example.com", .noHost),
      ("http:///feed", .noHost),
      ("https://user@/feed", .noHost),
      ("https://:80/", .noHost),
      ("https://exa$mple.com/", .host("exa$mple.com")),
      ("https://a..b/", .host("a..b")),
      ("https://.example.com/", .host(".example.com")),
      ("https://ex%61mple.com/", .host("ex%61mple.com")),
      ("https://user:secret@exa$mple.com/", .host("exa$mple.com")),
      ("https://[::1", .host("[::1")),
      ("https://[::1]x/", .host("[::1]x")),
      ("https://[localhost]/", .host("[localhost]")), ("https://[1]/", .host("[1]")),
      ("https://[1:2]/", .host("[1:2]")),
      ("https://a\u{200D}b.example/", .host("a\u{200D}b.example")),
      ("https://example.com:x/", .port("x")),
      ("https://example.com:0/", .port("0")),
      ("https://example.com:65536/", .port("65536")),
      ("https://example.com:99999999999999999999/", .port("99999999999999999999")),
    ])
  func refused(text: String, error: FeedURLError) {
    #expect(throws: error) { try FeedURL(text) }
  }

  @Test("lengths have a limit")
  func lengths() throws {
    let start = "https://example.com/"
    #expect(try FeedURL(start + String(repeating: "a", count: 2028)).canonical.utf8.count == 2048)
    #expect(throws: FeedURLError.tooLong(bytes: 2049)) { try FeedURL(start + String(repeating: "a", count: 2029)) }
    let label = String(repeating: "a", count: 64)
    #expect(throws: FeedURLError.host("\(label).com")) { try FeedURL("https://\(label).com/") }
    let long = Array(repeating: "abcdefghi", count: 26).joined(separator: ".")
    #expect(throws: FeedURLError.host(long)) { try FeedURL("https://\(long)/") }
  }

  @Test("user name and password are never printed")
  func redacted() throws {
    let url = try FeedURL("https://me:secret@www.example.com/feed")
    #expect("\(url)" == "https://www.example.com/feed")
    #expect(url.key.rawValue == "me:secret@example.com/feed")
    #expect("\(url.key)" == "example.com/feed")
    #expect(try "\(FeedURL("http://example.com/@me?x=a@b"))" == "http://example.com/@me?x=a@b")
  }

  @Test("no text makes the parser fail otherwise, and every canonical form is its own")
  func fuzz() {
    var random = SeededGenerator(seed: 1)
    let pieces = [
      "http", "https", "feed", ":", "//", "/", ".", "..", "www.", "example.com", "@", "%", "%2f", "?", "#", "[", "]",
      "ü", "☕", ":80", ":443", "\u{202E}", "x", "X", "-", "\\", "|", "%zz", "1.2.3.4",
    ]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 1...9, using: &random)).map { _ in pieces.randomElement(using: &random) ?? "" }
      guard let url = try? FeedURL(text.joined()) else { continue }
      let again = try? FeedURL(url.canonical)
      #expect(again?.canonical == url.canonical, "\(text.joined())")
      #expect(again?.key == url.key)
      #expect(url.canonical.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
    }
  }
}
