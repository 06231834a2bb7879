import Foundation
import Syndication
import Testing

@Suite("Entries compared with feedparser", .enabled(if: FeedCorpus.isPresent, "the corpus is missing"))
struct FeedparserEntryTests {
  /// An entry as feedparser 6.0.14 reads it, without HTTP headers.
  private struct Entry: Decodable {
    let id, link, title: String?
    /// The author as written, and the name alone if it differs.
    let author, name: String?
    /// The seconds since 1970 of the publication, or else of the last change.
    let date: Double?
    /// The terms of the categories.
    let tags: [String]?
  }

  private enum Field: String, CaseIterable {
    case id, link, date, title, author, tags
  }

  /// Fields with different values, and the reasons.
  private static let differences: [String: String] = {
    let priority = "the file expects our link: alternates precede enclosures"
    let last = "feedparser has the last author, we have the first"
    let markup = "names have no markup"
    let feedAuthor = "RFC 4287, section 4.2.1: the author of the feed"
    let reasons = [
      ("kurtmckee__feedparser/tests/wellformed/atom/entry_link_no_href_link_priority.xml link", priority),
      ("kurtmckee__feedparser/tests/wellformed/atom10/entry_link_no_href_link_priority.xml link", priority),
      ("kurtmckee__feedparser/tests/wellformed/atom10/entry_link_rel_enclosure_no_href.xml link", priority),
      ("kurtmckee__feedparser/tests/wellformed/atom10/entry_authors_email.xml author", last),
      ("kurtmckee__feedparser/tests/wellformed/node_precedence/atom10_id.xml link", "the file calls ours correct"),
      ("kurtmckee__feedparser/tests/wellformed/psc/atomsimplechapter.xml author", feedAuthor),
      ("kurtmckee__feedparser/tests/wellformed/psc/ignore_multiple_psc_chapters.xml author", feedAuthor),
      ("kurtmckee__feedparser/tests/wellformed/rss/entity_in_doctype.xml id", "declared entities are not expanded"),
      ("kurtmckee__feedparser/tests/wellformed/rss/item_category_image.xml title", "the title of an image"),
      ("kurtmckee__feedparser/tests/wellformed/rss/item_category_image.xml tags", "the category of an image"),
      ("kurtmckee__feedparser/tests/wellformed/rss/item_madeup_tags_element.xml tags", "RSS has no element 'tags'"),
      ("mmcdole__gofeed/testdata/parser/atom/atom10_feed_entry_author_multiple.xml author", last),
      (
        "mmcdole__gofeed/testdata/parser/atom/atom10_feed_entry_link_href_invalid_space_prefix.xml link",
        "gofeed expects our link"
      ),
      ("mmcdole__gofeed/testdata/parser/rss/issue_217_enclosure_children.xml title", "the title of an enclosure"),
      ("mmcdole__gofeed/testdata/parser/rss/rss_channel_item_author_cdata_naked_markup.xml author", markup),
      ("mmcdole__gofeed/testdata/parser/rss/rss_channel_item_author_escaped_markup.xml author", markup),
      ("mmcdole__gofeed/testdata/parser/rss/rss_channel_item_illegal_char.xml title", "XML has no control characters"),
      ("mmcdole__gofeed/testdata/parser/rss/rss_channel_item_uri_at_protocol.xml link", "gofeed expects our link"),
    ]
    return Dictionary(uniqueKeysWithValues: reasons)
  }()

  @Test("identifiers, links, dates, titles, authors and tags are equal, or the difference is explained")
  func entries() throws {
    let file = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Fixtures/feedparser-entries.json")
    let oracle = try JSONDecoder().decode([String: [Entry]].self, from: Data(contentsOf: file))
    var compared: [Field: Int] = [:]
    var different: Set<String> = []
    for (file, entries) in oracle {
      guard case .feed(let feed) = try FeedCorpus.read(file), feed.items.count == entries.count else {
        Issue.record("\(file) has other entries")
        continue
      }
      for (item, entry) in zip(feed.items, entries) {
        let ours = Self.values(of: item)
        let theirs = Self.values(of: entry, isName: item.author == entry.name)
        for field in Field.allCases where ours[field] != nil || theirs[field] != nil {
          compared[field, default: 0] += 1
          if ours[field] != theirs[field] { different.insert("\(file) \(field)") }
        }
      }
    }
    #expect(different == Set(Self.differences.keys))
    #expect(compared == [.id: 54, .link: 83, .date: 29, .title: 147, .author: 38, .tags: 21])
  }

  private static func values(of item: FeedItem) -> [Field: String] {
    values(
      item.id, item.link, item.date?.timeIntervalSince1970, item.title, item.author, item.categories)
  }

  private static func values(of entry: Entry, isName: Bool) -> [Field: String] {
    values(entry.id, entry.link, entry.date, entry.title, isName ? entry.name : entry.author, entry.tags ?? [])
  }

  private static func values(
    _ id: String?, _ link: String?, _ date: Double?, _ title: String?, _ author: String?, _ tags: [String]
  ) -> [Field: String] {
    // Links in titles may differ: articles have titles without markup.
    let all: [Field: String?] = [
      .id: id, .link: link, .date: date.map { String(Int($0)) }, .title: title?.replacing(#/<[^>]*>/#, with: ""),
      .author: author, .tags: tags.joined(separator: "\n"),
    ]
    return all.compactMapValues { $0 == "" ? nil : $0 }
  }
}
