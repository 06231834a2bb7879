import Foundation
import Syndication

/// The fields that our model shares with gofeed's model, under our names.
enum GofeedFields {
  /// Returns the fields of a feed, without `rdf:about` and links from identifiers, which gofeed ignores.
  static func of(_ feed: FeedDocument, expected: [String: String]) -> [String: String] {
    fields(of: feed).filter { key, value in
      let isIdentifier = key.hasSuffix(".id") && feed.format == .rdf
      return expected[key] != nil || !isIdentifier && !key.hasSuffix("link")
    }
  }

  private static func fields(of feed: FeedDocument) -> [String: String] {
    var fields = ["version": feed.version == "0.90" ? "0.9" : feed.version, "items": String(feed.itemCount)]
      .compactMapValues { $0 }
    fields["title"] = feed.title
    fields["link"] = feed.siteLink
    fields["description"] = feed.description
    fields["language"] = feed.language
    fields["image"] = feed.image
    fields["minutes"] = feed.updateInterval.map { String($0 / 60) }
    fields["updated"] = feed.updated?.formatted(.iso8601)
    for (index, item) in feed.items.enumerated() {
      let own = [
        "id": item.id, "link": item.link, "title": item.title, "summary": item.summary,
        "content": item.content, "published": item.published?.formatted(.iso8601),
        "updated": item.updated?.formatted(.iso8601),
      ]
      for case (let key, let value?) in own { fields["\(index).\(key)"] = value }
    }
    return fields
  }

  static func rss(_ object: [String: Any]) -> [String: String] {
    let items = objects(object["items"])
    var fields = shared(object, items: items.count)
    fields["link"] = text(object["link"])
    fields["description"] = text(object["description"])
    fields["image"] = text((object["image"] as? [String: Any])?["url"])
    fields["minutes"] = text(object["ttl"])
    fields["updated"] = text(object["lastBuildDateParsed"]) ?? text(object["pubDateParsed"])
    for (index, item) in items.enumerated() {
      let own = [
        "id": text((item["guid"] as? [String: Any])?["value"]), "link": text(item["link"]),
        "title": text(item["title"]), "summary": text(item["description"]),
        "content": text(item["content"]), "published": text(item["pubDateParsed"]),
      ]
      for case (let key, let value?) in own { fields["\(index).\(key)"] = value }
    }
    return fields
  }

  static func atom(_ object: [String: Any]) -> [String: String] {
    let items = objects(object["entries"])
    var fields = shared(object, items: items.count)
    fields["link"] = link(object, "alternate").flatMap { text($0["href"]) }
    fields["description"] = text(object["subtitle"])
    fields["image"] = text(object["logo"]) ?? text(object["icon"])
    fields["updated"] = text(object["updatedParsed"])
    for (index, item) in items.enumerated() {
      let own = [
        "id": text(item["id"]), "link": link(item, "alternate").flatMap { text($0["href"]) },
        "title": text(item["title"]), "summary": text(item["summary"]),
        "content": text((item["content"] as? [String: Any])?["value"]),
        "published": text(item["publishedParsed"]), "updated": text(item["updatedParsed"]),
      ]
      for case (let key, let value?) in own { fields["\(index).\(key)"] = value }
    }
    return fields
  }

  private static func shared(_ object: [String: Any], items: Int) -> [String: String] {
    var fields = ["items": String(items)]
    fields["version"] = text(object["version"])
    fields["title"] = text(object["title"])
    fields["language"] = text(object["language"])
    return fields
  }

  private static func link(_ object: [String: Any], _ rel: String) -> [String: Any]? {
    objects(object["links"]).first { text($0["rel"]) == rel && $0["href"] != nil }
  }

  private static func objects(_ value: Any?) -> [[String: Any]] { value as? [[String: Any]] ?? [] }

  private static func text(_ value: Any?) -> String? { (value as? String).flatMap { $0.isEmpty ? nil : $0 } }
}
