import Catalog
import CloudKitRecords
import Foundation
import TestEnvironment
import Testing

@Suite("The identity of feeds")
struct IdentityTests {
  @Test(
    "the steps that merge URLs of real lists",
    arguments: [
      // RFC 3986 syntax: case, default port, empty path, escapes, fragment
      ("HTTPS://Example.com:443/%c3%a4#top", "https://example.com/%C3%A4"),
      ("https://example.com", "https://example.com/"),
      // https ≡ http
      ("http://example.com/feed", "https://example.com/feed"),
      ("http://example.com:80/feed", "https://example.com:443/feed"),
      // www.
      ("https://www.example.com/feed", "https://example.com/feed"),
      ("https://me@www.example.com/feed", "https://me@example.com/feed"),
      // trailing /
      ("https://example.com/feed/", "https://example.com/feed"),
      ("feed://www.example.com/feed/", "https://example.com/feed"),
      ("www.example.com/feed", "example.com/feed/"),
    ])
  func same(one: String, other: String) throws {
    #expect(try FeedURL(one).key == FeedURL(other).key)
  }

  @Test(
    "what is another feed",
    arguments: [
      ("https://example.com/Feed", "https://example.com/feed"),
      ("https://example.com/feed?format=xml", "https://example.com/feed"),
      ("https://example.com/?u=a/", "https://example.com/?u=a"),
      ("https://example.com:8080/feed", "https://example.com/feed"),
      ("https://blog.example.com/feed", "https://example.com/feed"),
      ("https://example.com/feed//", "https://example.com/feed"),
      ("https://me@example.com/feed", "https://example.com/feed"),
      ("https://www./feed", "https://example.com/feed"),
    ])
  func different(one: String, other: String) throws {
    #expect(try FeedURL(one).key != FeedURL(other).key)
  }

  @Test(
    "record names are what they were",
    arguments: [
      // uuid.uuid5(uuid.UUID("dc635c22-296c-4295-9b36-2cfd82000ee2"), "feed:example.com/feed") in Python
      ("https://www.example.com/feed/", "0bc1bca7-69af-55f6-aab3-a7f6b968b105", "2ea087bb-01c5-5a35-a6b6-935132ff8a62"),
      ("https://bücher.example/", "8b41e0da-9b8f-56bd-abfa-013a115a1d37", "dffc3bc1-5f3d-563c-a1a8-46565d65b8ba"),
    ])
  func recordNames(url: String, feed: RecordName, metadata: RecordName) throws {
    #expect(try CatalogName.feed(FeedURL(url).key) == feed)
    #expect(CatalogName.metadata(of: feed) == metadata)
    #expect(feed.problem == nil)
  }

  @Test("a category is named by its slug, a collection by a UUID of it")
  func slugNames() throws {
    let slug = try #require(Slug(rawValue: "swift-101"))
    #expect(CatalogName.category(slug) == "swift-101")
    #expect(CatalogName.collection(slug) == "5500188a-d674-51dd-a1a8-e4acd44768c9")
  }

  @Test(
    "what is not a slug, and why",
    arguments: [
      ("", "a slug cannot be empty"),
      ("Tech", "a slug has the letters a to z, digits and '-' only, 'Tech' has others"),
      ("ä", "a slug has the letters a to z, digits and '-' only, 'ä' has others"),
      ("-a", "a slug cannot begin or end with '-', as '-a' does"),
      (String(repeating: "a", count: 65), "a slug has at most 64 characters, this one has 65"),
    ])
  func slugProblem(text: String, problem: String) {
    #expect(Slug.problem(in: text) == problem)
    #expect(Slug(rawValue: text) == nil)
  }

  @Test("the shortest and the longest slug", arguments: [1, 64])
  func slugLength(count: Int) {
    #expect(Slug(rawValue: String(repeating: "a", count: count)) != nil)
  }

  @Test("languages are two or three letters, with subtags or without")
  func languages() {
    for text in ["en", "pt-BR", "zh-Hant-TW", "EN", "gsw"] { #expect(LanguageTag.problem(in: text) == nil) }
    for text in ["", "e", "english", "en_US", "en-", "12", "en-toolongsubtag"] {
      #expect(LanguageTag.problem(in: text) == "'\(text)' is not a language; write its ISO 639-1 code, such as 'en'")
    }
  }
}

@Suite("The URLs of real lists")
struct FeedListTests {
  private static let folder = Corpus.folder("feedlists")
  private static let isThere = Corpus.has("feedlists")

  @Test("all of smallweb's are URLs", .enabled(if: isThere, "the corpus is not beside the project"))
  func smallweb() throws {
    let text = try String(
      contentsOf: Self.folder.appending(path: "kagisearch__smallweb__smallweb.txt"), encoding: .utf8)
    let lines = text.split(separator: "\n").map(String.init)
    #expect(lines.count == 36_515)
    try expect(lines, distinct: 36_434)
  }

  @Test("all of the iOS Dev Directory's are URLs", .enabled(if: isThere, "the corpus is not beside the project"))
  func directory() throws {
    let data = try Data(contentsOf: Self.folder.appending(path: "daveverwer__iOSDevDirectory__blogs.json"))
    let languages = try JSONDecoder().decode([Language].self, from: data)
    let urls = languages.flatMap(\.categories).flatMap(\.sites).compactMap(\.feedURL)
    try expect(urls, distinct: 964)
  }

  private func expect(_ texts: [String], distinct: Int) throws {
    var keys: Set<FeedURL.Key> = []
    var names: Set<RecordName> = []
    for text in texts {
      let url = try FeedURL(text)
      #expect(try FeedURL(url.canonical) == url)
      keys.insert(url.key)
      names.insert(CatalogName.feed(url.key))
    }
    #expect(keys.count == distinct)
    #expect(names.count == distinct)
  }

  private struct Language: Decodable { let categories: [Category] }
  private struct Category: Decodable { let sites: [Site] }
  private struct Site: Decodable {
    enum CodingKeys: String, CodingKey { case feedURL = "feed_url" }
    let feedURL: String?
  }
}
