import Diagnostics
import JSON
import Notation

import struct Foundation.Date

/// A reader of JSON Feed 1.0 and 1.1, and of RSS 2.0 in JSON syntax.
struct JSONFeedReader {
  let url: String?
  private var problems: ProblemLog
  private var links = LinkBudget()

  init(_ text: DecodedText, url: String?) {
    self.url = url
    problems = ProblemLog(text.problems)
  }

  mutating func read(_ bytes: [UInt8]) -> FeedReading {
    var diagnostics: [Diagnostic] = []
    let source = SourceText(name: "feed", bytes: bytes)
    guard let document = JSONDocument.parse(source, into: &diagnostics) else {
      let mistake = diagnostics.last
      let line = mistake?.range.map { LineTable(source).position(at: $0.start).line }
      return .malformed(reason: (mistake?.message ?? "invalid JSON") + (line.map { ", line \($0)" } ?? ""))
    }
    for diagnostic in diagnostics { problems.note(.jsonSyntax, at: diagnostic.range?.start ?? 0) }
    guard let root = document.root.object else { return .notAFeed(OtherDocument(kind: .json)) }
    if let rss = root.object("rss"), let channel = rss.object("channel") {
      return .feed(finished(rssInJSON(rss, channel), in: bytes))
    }
    guard let feed = jsonFeed(root) else { return .notAFeed(OtherDocument(kind: .json)) }
    return .feed(finished(feed, in: bytes))
  }

  private func finished(_ feed: FeedDocument, in bytes: [UInt8]) -> FeedDocument {
    var feed = feed
    feed.problems = problems.problems(in: bytes)
    return feed
  }

  private mutating func jsonFeed(_ root: JSONObject) -> FeedDocument? {
    let stated = root.string("version") ?? ""
    let isStated = stated.contains("jsonfeed.org/version/")
    guard isStated || root.string("title") != nil && Self.hasFeedItems(root) else { return nil }
    let version = stated.split(separator: "/").last.map(String.init)
    if !isStated { problems.note(.unknownVersion, at: root.start("version")) }
    var feed = FeedDocument(format: .jsonFeed, version: version)
    feed.title = root.string("title")
    feed.siteLink = link(root.string("home_page_url"))
    feed.description = root.string("description")
    feed.language = root.string("language")
    feed.image = link(root.string("icon") ?? root.string("favicon"))
    let author = Self.author(of: root)
    collect(root.array("items"), into: &feed) { reader, members in reader.jsonItem(members, feedAuthor: author) }
    return feed
  }

  /// Whether an item has a member that other JSON documents do not have by chance.
  private static func hasFeedItems(_ root: JSONObject) -> Bool {
    let names = ["content_html", "content_text", "date_published", "date_modified", "external_url"]
    return root.array("items")?.contains { item in names.contains { item.object?.has($0) == true } } ?? false
  }

  /// Returns the first author of a feed or an item. Source: JSON Feed 1.1 has `authors`, 1.0 has `author`.
  private static func author(of members: JSONObject) -> JSONObject? {
    members.array("authors")?.compactMap(\.object).first ?? members.object("author")
  }

  private mutating func jsonItem(_ members: JSONObject, feedAuthor: JSONObject?) -> FeedItem {
    var item = FeedItem()
    item.id = members.text("id")
    item.link = link(members.string("url") ?? members.string("external_url"))
    item.title = members.string("title")
    item.isTitleText = true
    item.published = date(members, "date_published")
    item.updated = date(members, "date_modified")
    item.summary = members.string("summary")
    item.content = members.string("content_html") ?? members.string("content_text")
    item.isContentText = members.string("content_html") == nil
    item.isSummaryText = true
    item.author = (Self.author(of: members) ?? feedAuthor)?.string("name")
    item.categories = members.array("tags")?.prefix(100).compactMap(\.string) ?? []
    item.image = link(members.string("image") ?? members.string("banner_image"))
    item.language = members.string("language")
    return item
  }

  private mutating func rssInJSON(_ rss: JSONObject, _ channel: JSONObject) -> FeedDocument {
    var feed = FeedDocument(format: .rssInJSON, version: rss.text("version"))
    feed.title = channel.string("title")
    feed.siteLink = link(channel.string("link"))
    feed.description = channel.string("description")
    feed.language = channel.string("language")
    feed.image = link(channel.object("image")?.string("url"))
    feed.updated = date(channel, "lastBuildDate") ?? date(channel, "pubDate")
    feed.updateInterval = channel.integer("ttl").flatMap { $0 > 0 ? min($0, 525_600) * 60 : nil }
    // Some publishers put the items next to the channel, or name them "items".
    let items = channel.array("item") ?? channel.array("items") ?? rss.array("item") ?? rss.array("items")
    collect(items, into: &feed) { reader, members in reader.rssItem(members) }
    return feed
  }

  private mutating func rssItem(_ members: JSONObject) -> FeedItem {
    var item = FeedItem()
    item.id = members.text("guid") ?? members.object("guid")?.text("#value") ?? members.object("guid")?.text("value")
    item.link = link(members.string("link"))
    item.title = members.string("title")
    item.published = date(members, "pubDate")
    item.summary = members.string("description")
    item.content = members.string("content:encoded")
    item.author = members.string("author") ?? members.string("dc:creator")
    item.categories =
      members.string("category").map { [$0] } ?? members.array("category")?.prefix(100).compactMap(\.string) ?? []
    return item
  }

  private mutating func collect(
    _ items: JSONElements?, into feed: inout FeedDocument,
    _ read: (inout JSONFeedReader, JSONObject) -> FeedItem
  ) {
    guard let items else { return }
    for value in items {
      guard let members = value.object else { continue }
      feed.itemCount += 1
      if feed.itemCount <= FeedLimits.items {
        feed.items.append(read(&self, members))
      } else if feed.itemCount == FeedLimits.items + 1 {
        problems.note(.tooManyItems, at: value.range.start)
      }
    }
  }

  private mutating func link(_ text: String?) -> String? {
    guard let text, !text.isEmpty else { return nil }
    return links.resolve(text, base: url)
  }

  private mutating func date(_ members: JSONObject, _ key: String) -> Date? {
    guard let text = members.text(key) else { return nil }
    if let date = WrittenDate.date(text) { return date }
    problems.note(.badDate, at: members.start(key))
    return nil
  }
}

extension JSONObject {
  /// Returns a nonempty string.
  func string(_ key: String) -> String? { self[key]?.string.flatMap { $0.isEmpty ? nil : $0 } }

  /// Returns a string, or a number as text: identifiers occur in both forms.
  func text(_ key: String) -> String? { string(key) ?? self[key]?.int64.map { String($0) } }

  /// Returns an integer, in quotes or not.
  func integer(_ key: String) -> Int? { text(key).flatMap { Int($0) } }

  func array(_ key: String) -> JSONElements? { self[key]?.array }

  func object(_ key: String) -> JSONObject? { self[key]?.object }

  func start(_ key: String) -> Int { self[key]?.range.start ?? 0 }
}
