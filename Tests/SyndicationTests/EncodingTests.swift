import Foundation
import Syndication
import Testing

@Suite("Feed encodings")
struct EncodingTests {
  private static func body(_ text: String, _ encoding: String.Encoding, mark: [UInt8] = []) throws -> [UInt8] {
    mark + Array(try #require(text.data(using: encoding)))
  }

  private static func feed(_ title: String, declaring name: String? = nil) -> String {
    (name.map { "<?xml version='1.0' encoding='\($0)'?>\n" } ?? "")
      + "<rss><channel><title>\(title)</title></channel></rss>"
  }

  struct Case: Sendable, CustomTestStringConvertible {
    let name: String
    let encoding: String.Encoding
    var mark: [UInt8] = []
    var declared: String?
    var contentType: String?
    var title = "Überraß"
    var problems: [FeedProblem.Kind] = []
    var testDescription: String { name }
  }

  @Test(
    "the encoding is detected by byte order mark, HTTP, declaration, UTF-8 and Windows-1252, in this order",
    arguments: [
      Case(name: "no declaration", encoding: .utf8),
      Case(name: "UTF-8 byte order mark", encoding: .utf8, mark: [0xEF, 0xBB, 0xBF], declared: "iso-8859-1"),
      Case(name: "UTF-16 byte order mark", encoding: .utf16LittleEndian, mark: [0xFF, 0xFE], declared: "utf-16"),
      Case(name: "UTF-16 without byte order mark", encoding: .utf16BigEndian, declared: "utf-16"),
      Case(name: "UTF-32", encoding: .utf32LittleEndian, mark: [0xFF, 0xFE, 0, 0]),
      Case(name: "UTF-32, big-endian", encoding: .utf32BigEndian, mark: [0, 0, 0xFE, 0xFF]),
      Case(name: "UTF-32 without byte order mark", encoding: .utf32LittleEndian),
      Case(name: "UTF-32 without byte order mark, big-endian", encoding: .utf32BigEndian),
      Case(name: "declared", encoding: .isoLatin2, declared: "iso-8859-2", title: "Łódź"),
      Case(name: "HTTP charset", encoding: .isoLatin2, contentType: "text/xml; charset=\"ISO-8859-2\"", title: "Łódź"),
      Case(
        name: "HTTP charset overrides the declaration", encoding: .isoLatin2, declared: "koi8-r",
        contentType: "application/rss+xml;charset=iso-8859-2", title: "Łódź"),
      Case(
        name: "HTTP charset is Latin-1, text is UTF-8", encoding: .utf8, declared: "utf-8",
        contentType: "text/xml; charset=iso-8859-1",
        problems: [.charsetMismatch]),
      Case(
        name: "HTTP charset is GB 2312, text is UTF-8 as declared", encoding: .utf8, declared: "utf-8",
        contentType: "text/xml; charset=gb2312", problems: [.charsetMismatch]),
      Case(
        name: "HTTP charset is Latin-1, text is Windows-1251 as declared", encoding: .windowsCP1251,
        declared: "windows-1251", contentType: "text/xml; charset=ISO-8859-1", title: "Привет",
        problems: [.charsetMismatch]),
      Case(
        name: "HTTP charset and text are Latin-1, declaration is unknown", encoding: .isoLatin1, declared: "x-bogus",
        contentType: "text/xml; charset=iso-8859-1"),
      Case(name: "Latin-1 is Windows-1252", encoding: .windowsCP1252, declared: "iso-8859-1", title: "“Zitat”"),
      Case(
        name: "declared UTF-8, text is Windows-1252", encoding: .windowsCP1252, declared: "utf-8",
        problems: [.charsetMismatch, .invalidCharacters]),
      Case(
        name: "unknown encoding", encoding: .utf8, declared: "x-bogus", problems: [.charsetMismatch]),
      Case(name: "declared UTF-16, text is UTF-8", encoding: .utf8, declared: "utf-16", problems: [.charsetMismatch]),
      Case(name: "Japanese", encoding: .shiftJIS, declared: "Shift_JIS", title: "日本語"),
      Case(name: "Russian", encoding: .windowsCP1251, declared: "windows-1251", title: "Привет"),
    ])
  func encodings(example: Case) throws {
    let text = Self.feed(example.title, declaring: example.declared)
    let bytes = try Self.body(text, example.encoding, mark: example.mark)
    guard case .feed(let feed) = FeedDocument.read(bytes, contentType: example.contentType, url: nil) else {
      Issue.record("not a feed")
      return
    }
    #expect(feed.title == example.title && feed.problems.map(\.kind) == example.problems)
  }

  @Test(
    "a text with few invalid bytes keeps its encoding",
    arguments: [
      (String.Encoding.shiftJIS, "Shift_JIS", "日本語の題名"), (.windowsCP1251, "windows-1251", "Приветы"),
    ])
  func repaired(encoding: String.Encoding, name: String, title: String) throws {
    for (declared, contentType) in [
      (name, nil), (nil, "text/xml; charset=\(name)"), (name, "text/xml; charset=koi8-t"),
    ] {
      let text = Self.feed("\(title)~\(title)", declaring: declared)
      // Undefined in the first two encodings, and in the third.
      let bytes = try Self.body(text, encoding).map {
        $0 == UInt8(ascii: "~") ? name == "windows-1251" ? 0x98 : 0xFF : $0
      }
      guard case .feed(let feed) = FeedDocument.read(bytes, contentType: contentType, url: nil) else {
        Issue.record("not a feed")
        return
      }
      #expect(feed.title == "\(title)\u{FFFD}\(title)")
      #expect(feed.problems.map(\.kind) == [.invalidCharacters])
    }
  }

  @Test("invalid bytes become U+FFFD, and control characters are removed")
  func invalid() throws {
    let bytes = Array(Self.feed("é ü ö \u{8}x").utf8).map { $0 == UInt8(ascii: "x") ? 0xFF : $0 }
    guard case .feed(let feed) = FeedDocument.read(bytes, contentType: nil, url: nil) else {
      Issue.record("not a feed")
      return
    }
    #expect(feed.title == "é ü ö \u{FFFD}" && feed.problems.map(\.kind).allSatisfy { $0 == .invalidCharacters })
  }
}
