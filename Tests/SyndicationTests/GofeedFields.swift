import Foundation
import Syndication

/// What gofeed's model and ours have in common, field by field under names of ours.
enum GofeedFields {
  /// What we read, without what gofeed does not look at: `rdf:about`, and an identifier as the link.
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
        "id": item.id, "link": item.link, "title": item.title, "author": item.author, "summary": item.summary,
        "content": item.content, "published": item.published?.formatted(.iso8601),
        "updated": item.updated?.formatted(.iso8601), "categories": list(item.categories),
        "enclosures": list(item.enclosures.map { enclosure($0.url, $0.type, $0.length.map { String($0) }) }),
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
        "title": text(item["title"]), "author": text(item["author"]), "summary": text(item["description"]),
        "content": text(item["content"]), "published": text(item["pubDateParsed"]),
        "categories": list(objects(item["categories"]).compactMap { text($0["value"]) }),
        "enclosures": list(
          objects(item["enclosures"]).map { enclosure(text($0["url"]) ?? "", text($0["type"]), text($0["length"])) }),
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
      let author = objects(item["authors"]).first
      let own = [
        "id": text(item["id"]), "link": link(item, "alternate").flatMap { text($0["href"]) },
        "title": text(item["title"]), "author": author.flatMap { text($0["name"]) ?? text($0["email"]) },
        "summary": text(item["summary"]), "content": text((item["content"] as? [String: Any])?["value"]),
        "published": text(item["publishedParsed"]), "updated": text(item["updatedParsed"]),
        "categories": list(objects(item["categories"]).compactMap { text($0["term"]) ?? text($0["label"]) }),
        "enclosures": list(
          [link(item, "enclosure")].compactMap { $0 }.map {
            enclosure(text($0["href"]) ?? "", text($0["type"]), text($0["length"]))
          }),
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

  private static func list(_ values: [String]) -> String? { values.isEmpty ? nil : values.joined(separator: "|") }

  private static func enclosure(_ url: String, _ type: String?, _ length: String?) -> String {
    [url, type ?? "", length ?? ""].joined(separator: " ")
  }
}
