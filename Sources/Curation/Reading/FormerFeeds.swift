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
  /// from which a feed moved, and none of those to which it moved, means that it is back.
  package mutating func addFormerAddresses() {
    let moves = former.compactMap { feed -> Move? in
      guard let to = feed.movedTo, let old = try? FeedURL(feed.feedURL).key, let new = try? FeedURL(to).key else {
        return nil
      }
      return Move(old: old, from: feed.feedURL, new: new, to: to)
    }
    if moves.isEmpty { return }
    let stated = Set(feeds.compactMap { try? FeedURL($0.feedURL).key })
    let moved = Set(moves.flatMap { [$0.old, $0.new] })
    let found = feeds.map { feed -> [String] in
      guard let key = try? FeedURL(feed.feedURL).key, moved.contains(key) else { return [] }
      return Self.addresses(besides: key, moves, stated)
    }
    // An address of two feeds is of neither, as far as this file tells.
    let counts = Dictionary(found.flatMap { Set($0) }.map { ($0, 1) }, uniquingKeysWith: +)
    for (index, addresses) in zip(feeds.indices, found) {
      let known = feeds[index].formerURLs
      feeds[index].formerURLs += addresses.filter { counts[$0] == 1 && !known.contains($0) }
    }
  }

  private struct Move {
    let old: FeedURL.Key
    let from: String
    let new: FeedURL.Key
    let to: String
  }

  /// Returns the addresses at which a feed was before and after it was at a stated one, but none through an address of
  /// another entry.
  private static func addresses(
    besides key: FeedURL.Key, _ moves: [Move], _ stated: Set<FeedURL.Key>
  ) -> [String] {
    var known: Set = [key]
    var before: [String] = []
    var keys = [key]
    while let key = keys.popLast() {
      for move in moves where move.new == key && !stated.contains(move.old) && known.insert(move.old).inserted {
        before.append(move.from)
        keys.append(move.old)
      }
    }
    var after: [String] = []
    var place = key
    while let move = moves.last(where: { $0.old == place }), known.insert(move.new).inserted {
      if stated.contains(move.new) { return before }
      after.append(move.to)
      place = move.new
    }
    return before + after
  }
}
