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
  package var largest: [SubscriberCount] {
    Self.first(kept, candidates) { ($1.counted, $0.entry.title) < ($0.counted, $1.entry.title) }
  }

  /// Those whose published number changed most, up or down.
  package var movers: [SubscriberCount] {
    Self.first(kept, moved) { (Self.distance($1), $0.entry.title) < (Self.distance($0), $1.entry.title) }
  }

  private let kept: Int
  private var candidates: [SubscriberCount] = []
  private var moved: [SubscriberCount] = []
  private var byCategory: [String?: Group] = [:]

  /// Statistics of no feed yet, which keep so many of the largest and of the movers.
  package init(kept: Int) { self.kept = max(0, kept) }

  /// Counts a feed.
  package mutating func add(_ count: SubscriberCount) {
    var group = byCategory[count.entry.category] ?? Group()
    group.feeds += 1
    group.counted = [group.counted, count.counted].saturatingSum
    group.published = [group.published, count.published].saturatingSum
    byCategory[count.entry.category] = group
    if count.counted > 0 {
      candidates.append(count)
      if candidates.count > 2 * kept + 1000 { candidates = largest }
    }
    if let old = count.entry.subscriberCount, old != count.published {
      moved.append(count)
      if moved.count > 2 * kept + 1000 { moved = movers }
    }
  }

  /// The groups of the categories by their names, feeds without one last.
  package var categories: [(category: String?, group: Group)] {
    byCategory.sorted { lhs, rhs in
      switch (lhs.key, rhs.key) {
      case (let lhs?, let rhs?): lhs < rhs
      case (nil, _): false
      case (_, nil): true
      }
    }.map { (category: $0.key, group: $0.value) }
  }

  private static func distance(_ count: SubscriberCount) -> UInt {
    count.entry.subscriberCount.map { count.published.subtractingReportingOverflow($0).partialValue.magnitude } ?? 0
  }

  private static func first(
    _ count: Int, _ all: [SubscriberCount], by areOrdered: (SubscriberCount, SubscriberCount) -> Bool
  ) -> [SubscriberCount] {
    Array(all.sorted(by: areOrdered).prefix(count))
  }
}
