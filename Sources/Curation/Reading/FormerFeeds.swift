package import Catalog
package import Diagnostics
import JSON

/// A feed that a list had, and when and why it was removed or moved.
package struct FormerFeed: Hashable, Sendable {
  package let feedURL: String
  package let title: String?
  /// The day, such as `2026-11-21`.
  package let date: String
  package let reason: String
  /// The new address of a feed that moved; `nil` for one that was removed.
  package let movedTo: String?

  package init(feedURL: String, title: String?, date: String, reason: String, movedTo: String? = nil) {
    self.feedURL = feedURL
    self.title = title
    self.date = date
    self.reason = reason
    self.movedTo = movedTo
  }
}

/// The feeds that lists had, as a JSON file keeps them: `{"former": [{"feedURL": …, "date": …, "reason": …}]}`.
package enum FormerFeeds {
  static func recognizes(_ root: JSONValue) -> Bool { root.object?["former"]?.array != nil }

  static func read(_ root: JSONValue) -> [FormerFeed] {
    (root.object?["former"]?.array.map { Array($0) } ?? []).compactMap { entry in
      guard let members = entry.object, let feedURL = members["feedURL"]?.string else { return nil }
      return FormerFeed(
        feedURL: feedURL, title: members["title"]?.string, date: members["date"]?.string ?? "",
        reason: members["reason"]?.string ?? "", movedTo: members["movedTo"]?.string)
    }
  }

  /// Returns the text of a file with more feeds, a line for each, below those that it has.
  /// - Parameter source: The file; `nil` for a new one.
  /// - Throws: `SeedFileRefusal` if the file is not one of former feeds.
  package static func text(
    adding feeds: [FormerFeed], to source: SourceText?
  ) throws(SeedFileRefusal) -> String {
    let lines = feeds.map { feed in
      let members = [
        ("feedURL", feed.feedURL), ("title", feed.title), ("date", feed.date), ("reason", feed.reason),
        ("movedTo", feed.movedTo),
      ]
      return "{ "
        + members.compactMap { key, value in value.map { "\(JSONWriter.literal(key)): \(JSONWriter.literal($0))" } }
        .joined(separator: ", ")
        + " }"
    }
    guard let source, !source.bytes.isEmpty else {
      return "{\n  \"former\": [\n    \(lines.joined(separator: ",\n    "))\n  ]\n}\n"
    }
    var mistakes: [Diagnostic] = []
    let list = JSONDocument.parse(source, into: &mistakes)?.root.object?["former"]
    guard mistakes.isEmpty, let list, let elements = list.array.map({ Array($0) }) else {
      throw SeedFileRefusal("\(source.name) is not a file of former feeds, {\"former\": […]}")
    }
    let end = source.lineEnd
    let all = lines.joined(separator: ",\(end)    ")
    let edit =
      elements.last.map { last in
        Fix.Edit(range: SourceRange(last.range.end, last.range.end), replacement: ",\(end)    \(all)")
      }
      ?? Fix.Edit(
        range: SourceRange(list.range.start + 1, list.range.end - 1), replacement: "\(end)    \(all)\(end)  ")
    return String(decoding: source.applying([edit]).bytes, as: UTF8.self)
  }
}

extension SeedCatalog {
  /// The feeds that were removed from lists, by the addresses that they had.
  package var removedFeeds: Set<FeedURL.Key> {
    Set(former.filter { $0.movedTo == nil }.compactMap { try? FeedURL($0.feedURL).key })
  }

  /// Returns the last entry of a feed that was removed from a list.
  package func former(_ key: FeedURL.Key) -> FormerFeed? {
    former.last { $0.movedTo == nil && (try? FeedURL($0.feedURL).key) == key }
  }

  /// Warnings for feeds that were removed before.
  package var formerFeeds: [Diagnostic] {
    let removed = Dictionary(
      former.filter { $0.movedTo == nil }.compactMap { feed in (try? FeedURL(feed.feedURL).key).map { ($0, feed) } }
    ) { $1 }
    if removed.isEmpty { return [] }
    return feeds.compactMap { seed in
      guard let key = try? FeedURL(seed.feedURL).key, let former = removed[key] else { return nil }
      return seed.place.diagnostic(
        .warning, rule: "former-feed", "this feed was removed on \(former.date): \(former.reason)",
        help: "remove it from the list, or its entry from the file of former feeds")
    }
  }

  /// Adds the former addresses of feeds that moved, for lists that cannot state them. A list that states the address
  /// from which a feed moved, and not the one to which it moved, means that it is back.
  package mutating func addFormerAddresses() {
    var former: [FeedURL.Key: [String]] = [:]
    let stated = Set(feeds.compactMap { try? FeedURL($0.feedURL).key })
    for feed in self.former {
      guard let new = feed.movedTo, let key = try? FeedURL(new).key else { continue }
      former[key, default: []].append(feed.feedURL)
      if let old = try? FeedURL(feed.feedURL).key, stated.contains(old), !stated.contains(key) {
        former[old, default: []].append(new)
      }
    }
    if former.isEmpty { return }
    for index in feeds.indices {
      guard let key = try? FeedURL(feeds[index].feedURL).key else { continue }
      // A feed that moved twice had both addresses.
      var known: Set = [key]
      var keys = [key]
      while let key = keys.popLast() {
        for address in former[key] ?? [] {
          guard let earlier = try? FeedURL(address).key, known.insert(earlier).inserted else { continue }
          keys.append(earlier)
          if !feeds[index].formerURLs.contains(address) { feeds[index].formerURLs.append(address) }
        }
      }
    }
  }
}
