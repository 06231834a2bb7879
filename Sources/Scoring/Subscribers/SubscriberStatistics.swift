import Catalog

/// Statistics about the subscribers of a catalog, accumulated feed by feed.
package struct SubscriberStatistics: Sendable {
  /// Totals for the feeds of a category.
  package struct Group: Hashable, Sendable {
    package internal(set) var feeds = 0
    /// Sum of the raw counts: subscriptions, not people.
    package internal(set) var counted = 0
    package internal(set) var published = 0
  }

  /// Feeds with the largest counts, largest first, then by title.
  package var largest: [SubscriberCount] { subscribed.elements }

  /// Feeds with the largest changes of the published count, up or down.
  package var movers: [SubscriberCount] { changed.elements }

  private var subscribed: TopList<SubscriberCount>
  private var changed: TopList<SubscriberCount>
  private var byCategory: [String?: Group] = [:]

  /// Creates empty statistics that keep up to `kept` of the largest feeds and of the movers.
  package init(kept: Int) {
    subscribed = TopList(limit: kept) { ($1.counted, $0.entry.title) < ($0.counted, $1.entry.title) }
    changed = TopList(limit: kept) { (Self.distance($1), $0.entry.title) < (Self.distance($0), $1.entry.title) }
  }

  package mutating func add(_ count: SubscriberCount) {
    var group = byCategory[count.entry.category] ?? Group()
    group.feeds += 1
    group.counted += count.counted
    group.published += count.published
    byCategory[count.entry.category] = group
    if count.counted > 0 { subscribed.add(count) }
    if let old = count.entry.subscriberCount, old != count.published { changed.add(count) }
  }

  /// Groups by category, sorted by name; feeds without a category come last.
  package var categories: [(category: String?, group: Group)] {
    byCategory.sortedByName.map { (category: $0.key, group: $0.value) }
  }

  private static func distance(_ count: SubscriberCount) -> Int {
    count.entry.subscriberCount.map { abs(count.published - $0) } ?? 0
  }
}
