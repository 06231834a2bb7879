import Foundation
import Syndication
import Testing

@Suite("What feedparser's own files expect", .enabled(if: FeedCorpus.isThere, "the corpus is not beside the project"))
struct FeedparserExpectationTests {
  private static let folder = "kurtmckee__feedparser/tests/wellformed"

  /// The files that expect something else, and why.
  private static let differences: [String: String] = [
    "atom/entry_author_map_author.xml": "the name alone, without the address",
    "atom10/missing_quote_in_attr.xml": "HTML stays as the feed has it",
    "atom10/tag_in_attr.xml": "HTML stays as the feed has it",
    "lang/feed_xml_lang_underscore.xml": "the language stays as written",
    "lang/http_content_language.xml": "HTTP's language is not the feed's",
    "namespace/atomsvg.xml": "declarations of namespaces mean nothing in HTML",
    "namespace/atomxlink.xml": "declarations of namespaces mean nothing in HTML",
    "namespace/rss2.0mathml.xml": "declarations of namespaces mean nothing in HTML",
    "namespace/rss2.0svg5.xml": "HTML stays as the feed has it",
    "namespace/rss2.0svgtitle.xml": "HTML stays as the feed has it",
    "namespace/rss2.0xlink.xml": "HTML stays as the feed has it",
    "rss/entity_in_doctype.xml": "entities that a document declares are not expanded",
    "rss/item_description_br.xml": "HTML stays as the feed has it",
    "sgml/charref_uppercase_x.xml": "HTML stays as the feed has it",
    "base/http_entry_id_base_content_location.xml": "an identifier is not seen from where the feed was fetched",
    "base/http_entry_id_base_docuri.xml": "an identifier is not seen from where the feed was fetched",
  ]

  @Test("titles, links, identifiers, descriptions, texts and authors are what the file says, or the reason is known")
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

/// What a file of feedparser's tests says of itself in a comment.
private struct Expectation {
  let isOfItem: Bool
  let key: String
  let value: String
  /// Where it is to be read as if it came from.
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

  /// What was read in its place, empty where there is nothing; `nil` for what is not read at all.
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
    case (true, "author"): item?.author ?? ""
    default: nil
    }
  }
}
