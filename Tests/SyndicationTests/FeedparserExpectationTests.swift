import Foundation
import Syndication
import Testing

@Suite("Expectations in feedparser's test files", .enabled(if: FeedCorpus.isPresent, "the corpus is missing"))
struct FeedparserExpectationTests {
  private static let folder = "kurtmckee__feedparser/tests/wellformed"

  /// Files with different expectations, and the reasons.
  private static let differences: [String: String] = [
    "atom10/missing_quote_in_attr.xml": "HTML is not rewritten",
    "atom10/tag_in_attr.xml": "HTML is not rewritten",
    "lang/feed_xml_lang_underscore.xml": "the language stays as written",
    "lang/http_content_language.xml": "the HTTP language is not the language of the feed",
    "namespace/atomsvg.xml": "namespace declarations are dropped from HTML",
    "namespace/atomxlink.xml": "namespace declarations are dropped from HTML",
    "namespace/rss2.0mathml.xml": "namespace declarations are dropped from HTML",
    "namespace/rss2.0svg5.xml": "HTML is not rewritten",
    "namespace/rss2.0svgtitle.xml": "HTML is not rewritten",
    "namespace/rss2.0xlink.xml": "HTML is not rewritten",
    "rss/entity_in_doctype.xml": "declared entities are not expanded",
    "rss/item_description_br.xml": "HTML is not rewritten",
    "sgml/charref_uppercase_x.xml": "HTML is not rewritten",
    "base/http_entry_id_base_content_location.xml": "identifiers are not resolved against the address of the feed",
    "base/http_entry_id_base_docuri.xml": "identifiers are not resolved against the address of the feed",
  ]

  @Test("titles, links, identifiers, descriptions and texts match, or the difference is explained")
  func expectations() throws {
    var different: Set<String> = []
    var checked = 0
    for file in try FeedCorpus.files(in: Self.folder, ending: ".xml") {
      let bytes = try FeedCorpus.bytes(file)
      guard let expectation = Expectation(in: String(decoding: bytes, as: UTF8.self)) else { continue }
      let reading = FeedDocument.read(bytes, contentType: nil, url: expectation.url)
      guard case .feed(let feed) = reading, let found = expectation.found(in: feed) else { continue }
      checked += 1
      if found != expectation.value { different.insert(String(file.dropFirst(Self.folder.count + 1))) }
    }
    #expect(different == Set(Self.differences.keys))
    #expect(checked > 200)
  }
}

/// An expectation in a comment of a test file.
private struct Expectation {
  let isOfItem: Bool
  let key: String
  let value: String
  /// The address of the feed for relative links.
  let url: String

  init?(in text: String) {
    let pattern = /Expect:\s*(?:not bozo and )?(feed|entries\[0\])\['(\w+)'\](?:\['(?:value|name)'\])? == '([^']*)'\s*$/
    let found = text.split(separator: "\n").lazy.compactMap { try? pattern.firstMatch(in: $0) }.first
    guard let found else { return nil }
    isOfItem = found.output.1 != "feed"
    key = String(found.output.2)
    value = String(found.output.3)
    let location = try? /Content-Location:\s*(\S+)/.firstMatch(in: text)
    url = location.map { String($0.output.1) } ?? "http://127.0.0.1:8097/"
  }

  /// Returns the corresponding value, empty if missing; `nil` for fields that the reader does not have.
  func found(in feed: FeedDocument) -> String? {
    let item = feed.items.first
    return switch (isOfItem, key) {
    case (false, "title"), (false, "title_detail"): feed.title ?? ""
    case (false, "link"): feed.siteLink ?? ""
    case (false, "description"), (false, "subtitle"), (false, "tagline"), (false, "subtitle_detail"),
      (false, "tagline_detail"):
      feed.description ?? ""
    case (false, "language"): feed.language ?? ""
    case (false, "icon"), (false, "logo"): feed.image ?? ""
    case (true, "title"), (true, "title_detail"): item?.title ?? ""
    case (true, "link"): item?.link ?? ""
    case (true, "id"), (true, "guid"): item?.id ?? ""
    case (true, "summary"), (true, "summary_detail"), (true, "description"), (true, "description_detail"):
      item?.summary ?? item?.content ?? ""
    default: nil
    }
  }
}
