import Catalog

/// Statistics about the scores of a catalog, accumulated feed by feed.
package struct ScoreStatistics: Sendable {
  /// Totals for a group of feeds.
  package struct Group: Hashable, Sendable {
    /// Number of feeds.
    package private(set) var feeds = 0
    private(set) var scores = 0
    /// Sum of the confidence values.
    private(set) var confidences = 0

    /// Mean score; 0 for an empty group.
    package var mean: Double { feeds == 0 ? 0 : Double(scores) / Double(feeds) }
    /// Mean confidence; 0 for an empty group.
    package var meanConfidence: Double { feeds == 0 ? 0 : Double(confidences) / Double(feeds) }

    fileprivate mutating func add(_ score: QualityScore) {
      feeds += 1
      scores += score.total
      confidences += score.confidence
    }
  }

  /// A feed whose score changed.
  package struct Mover: Hashable, Sendable {
    /// The feed and its new score.
    package let feed: ScoredFeed
    /// Previous score.
    package let old: Int

    /// Change of the score; negative if it fell.
    package var change: Int { feed.score.total - old }
  }

  /// All feeds.
  package private(set) var all = Group()
  /// Number of feeds whose score is new or changed.
  package private(set) var changed = 0
  /// Number of feeds without a previous score.
  package private(set) var unscored = 0
  /// Number of feeds with unknown inputs, by component.
  package private(set) var unknown: [ScoreComponent: Int] = [:]
  private var byCategory: [String?: Group] = [:]
  private var moved: TopList<Mover>

  /// Creates empty statistics.
  /// - Parameter movers: maximum number of movers to keep.
  package init(movers: Int) {
    moved = TopList(limit: movers) {
      (abs($1.change), $0.feed.entry.recordName) < (abs($0.change), $1.feed.entry.recordName)
    }
  }

  /// Adds a feed.
  /// - Parameter old: previous score; `nil` if absent.
  package mutating func add(_ feed: ScoredFeed, old: Int?) {
    let score = feed.score
    all.add(score)
    byCategory[feed.entry.category, default: Group()].add(score)
    for part in score.parts where part.value == nil { unknown[part.component, default: 0] += 1 }
    guard let old else {
      unscored += 1
      changed += 1
      return
    }
    guard old != score.total else { return }
    changed += 1
    moved.add(Mover(feed: feed, old: old))
  }

  /// Feeds with the largest score changes, up or down, then by name.
  package var movers: [Mover] { moved.elements }

  /// Groups by category, sorted by name; feeds without a category come last.
  package var categories: [(category: String?, group: Group)] {
    byCategory.sortedByName.map { (category: $0.key, group: $0.value) }
  }
}
