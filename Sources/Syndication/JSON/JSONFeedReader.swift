import Diagnostics
import JSON

import struct Foundation.Date

/// Reads JSON Feed 1.0 and 1.1, and RSS 2.0 that is written as JSON.
struct JSONFeedReader {
  let url: String?
  let limits: FeedLimits
  private var problems: ProblemLog
  private var links = LinkBudget()

  init(_ text: DecodedText, url: String?, limits: FeedLimits) {
    self.url = url
    self.limits = limits
    problems = ProblemLog(text.problems)
  }

  /// What the text is.
  mutating func read(_ bytes: [UInt8]) -> FeedReading {
    var diagnostics: [Diagnostic] = []
    let source = SourceText(name: "feed", bytes: bytes)
    guard let document = JSONDocument.parse(source, into: &diagnostics) else {
      let mistake = diagnostics.last
      let line = mistake?.range.map { LineTable(source).position(at: $0.start).line }
      return .malformed(reason: (mistake?.message ?? "no JSON") + (line.map { ", line \($0)" } ?? ""))
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
    guard isStated || root.array("items") != nil && root.string("title") != nil else { return nil }
    let version = stated.split(separator: "/").last.map(String.init)
    if !isStated { problems.note(.unknownVersion, at: root.start("version")) }
    var feed = FeedDocument(format: .jsonFeed, version: version)
    feed.title = root.string("title")
    feed.siteLink = link(root.string("home_page_url"))
    feed.description = root.string("description")
    feed.language = root.string("language")
    feed.image = link(root.string("icon") ?? root.string("favicon"))
    collect(root.array("items"), into: &feed) { reader, members in reader.jsonItem(members) }
    return feed
  }

  private mutating func jsonItem(_ members: JSONObject) -> FeedItem {
    var item = FeedItem()
    item.id = members.text("id")
    item.link = link(members.string("url") ?? members.string("external_url"))
    item.title = members.string("title")
    item.published = date(members, "date_published")
    item.updated = date(members, "date_modified")
    let authors = members.array("authors")?.compactMap(\.object) ?? []
    item.author = (authors.first ?? members.object("author"))?.string("name")
    item.summary = members.string("summary")
    item.content = members.string("content_html") ?? members.string("content_text")
    item.categories = members.array("tags")?.prefix(100).compactMap(\.string) ?? []
    for parts in members.array("attachments")?.prefix(100).compactMap(\.object) ?? [] {
      guard let url = link(parts.string("url")) else {
        continue
      }
      item.enclosures.append(
        FeedEnclosure(url: url, type: parts.string("mime_type"), length: parts.integer("size_in_bytes")))
    }
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
    // Publishers have put them beside the channel, and called them items.
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
    item.author = members.string("author")
    item.summary = members.string("description")
    item.content = members.string("content:encoded")
    item.categories = members.strings("category")
    if let enclosure = members.object("enclosure"), let url = link(enclosure.string("url")) {
      item.enclosures = [
        FeedEnclosure(url: url, type: enclosure.string("type"), length: enclosure.integer("length"))
      ]
    }
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
      if feed.itemCount <= limits.items {
        feed.items.append(read(&self, members))
      } else if feed.itemCount == limits.items + 1 {
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
    if let date = FeedDate.parse(text) { return date }
    problems.note(.badDate, at: members.start(key))
    return nil
  }
}
