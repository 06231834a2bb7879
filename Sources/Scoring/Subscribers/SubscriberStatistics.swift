import Catalog
import CloudKitRecords

/// What can be said of the subscribers of a catalogue, put together feed by feed.
package struct SubscriberStatistics: Sendable {
  /// The feeds of a category.
  package struct Group: Hashable, Sendable {
    /// How many feeds.
    package internal(set) var feeds = 0
    /// The sum of their raw numbers: subscriptions, not people.
    package internal(set) var counted = 0
    /// The sum of what they publish.
    package internal(set) var published = 0
  }

  /// Those of the largest counts, the largest first; equal ones by their titles.
  package var largest: [SubscriberCount] { subscribed.elements }

  /// Those whose published number changed most, up or down.
  package var movers: [SubscriberCount] { changed.elements }

  private var subscribed: TopList<SubscriberCount>
  private var changed: TopList<SubscriberCount>
  private var byCategory: [String?: Group] = [:]

  /// Statistics of no feed yet, which keep so many of the largest and of the movers.
  package init(kept: Int) {
    subscribed = TopList(limit: kept) { ($1.counted, $0.entry.title) < ($0.counted, $1.entry.title) }
    changed = TopList(limit: kept) { (Self.distance($1), $0.entry.title) < (Self.distance($0), $1.entry.title) }
  }

  /// Counts a feed.
  package mutating func add(_ count: SubscriberCount) {
    var group = byCategory[count.entry.category] ?? Group()
    group.feeds += 1
    group.counted = [group.counted, count.counted].saturatingSum
    group.published = [group.published, count.published].saturatingSum
    byCategory[count.entry.category] = group
    if count.counted > 0 { subscribed.add(count) }
    if let old = count.entry.subscriberCount, old != count.published { changed.add(count) }
  }

  /// The groups of the categories by their names, feeds without one last.
  package var categories: [(category: String?, group: Group)] {
    byCategory.sortedByName.map { (category: $0.key, group: $0.value) }
  }

  private static func distance(_ count: SubscriberCount) -> UInt {
    count.entry.subscriberCount.map { count.published.subtractingReportingOverflow($0).partialValue.magnitude } ?? 0
  }
}
