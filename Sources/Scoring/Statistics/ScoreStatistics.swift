import Catalog

/// Statistics about the scores of a catalog's active feeds, accumulated feed by feed.
package struct ScoreStatistics: Sendable {
  package struct Group: Hashable, Sendable {
    package private(set) var feeds = 0
    private(set) var scores = 0
    /// Sum of the confidence values.
    private(set) var confidences = 0
    /// Number of feeds with unknown inputs, by component.
    package private(set) var unknown: [ScoreComponent: Int] = [:]

    /// Mean score; 0 for an empty group.
    package var mean: Double { feeds == 0 ? 0 : Double(scores) / Double(feeds) }
    /// Mean confidence; 0 for an empty group.
    package var meanConfidence: Double { feeds == 0 ? 0 : Double(confidences) / Double(feeds) }

    fileprivate mutating func add(_ score: QualityScore) {
      feeds += 1
      scores += score.total
      confidences += score.confidence
      for part in score.parts where part.value == nil { unknown[part.component, default: 0] += 1 }
    }
  }

  /// A feed whose score changed.
  package struct Mover: Hashable, Sendable {
    package let feed: ScoredFeed
    package let old: Int
    /// What the earlier score consisted of; `nil` if unknown.
    let before: ScorePoints?

    /// Change of the score; negative if it fell.
    package var change: Int { feed.score.total - old }
    /// What changed the score, in words; `nil` if unknown.
    package var reason: String? { before.map { ScorePoints(feed.score).reason(from: $0) } }
  }

  /// Feeds with the same score, too many for the score to order the catalog.
  package struct Tie: Hashable, Sendable {
    package let score: Int
    package let feeds: Int
    /// Components that are unknown for at least half of the feeds, in the order of reports.
    package let unknown: [ScoreComponent]

    /// Commands that would measure the unknown components, each once.
    package var jobs: [String] {
      unknown.reduce(into: []) { if !$0.contains($1.job) { $0.append($1.job) } }
    }
  }

  /// All active feeds.
  package private(set) var all = Group()
  /// Number of inactive feeds, which are in no other figure.
  package private(set) var inactive = 0
  /// Number of feeds whose score is new or changed.
  package private(set) var changed = 0
  /// Number of feeds without a previous score.
  package private(set) var unscored = 0
  private var byCategory: [String?: Group] = [:]
  private var byScore: [Int: Group] = [:]
  private var moved: TopList<Mover>
  private var low: TopList<ScoredFeed>
  private var high: TopList<ScoredFeed>

  /// - Parameter limit: maximum number of feeds to keep in each list.
  package init(limit: Int) {
    moved = TopList(limit: limit) {
      (abs($1.change), $0.feed.entry.recordName) < (abs($0.change), $1.feed.entry.recordName)
    }
    low = TopList(limit: limit) { ($0.score.total, $0.entry.recordName) < ($1.score.total, $1.entry.recordName) }
    high = TopList(limit: limit) { ($1.score.total, $0.entry.recordName) < ($0.score.total, $1.entry.recordName) }
  }

  /// - Parameters:
  ///   - old: previous score; `nil` if absent.
  ///   - before: what the previous score consisted of; `nil` if unknown.
  package mutating func add(_ feed: ScoredFeed, old: Int?, before: ScorePoints? = nil) {
    guard feed.entry.isActive else {
      inactive += 1
      return
    }
    let score = feed.score
    all.add(score)
    byCategory[feed.entry.category, default: Group()].add(score)
    byScore[score.total, default: Group()].add(score)
    low.add(feed)
    high.add(feed)
    guard let old else {
      unscored += 1
      changed += 1
      return
    }
    guard old != score.total else { return }
    changed += 1
    moved.add(Mover(feed: feed, old: old, before: before))
  }

  /// Feeds with the largest score changes, up or down, then by name.
  package var movers: [Mover] { moved.elements }
  /// Feeds with the lowest scores, lowest first, then by name.
  package var lowest: [ScoredFeed] { low.elements }
  /// Feeds with the highest scores, highest first, then by name.
  package var highest: [ScoredFeed] { high.elements }
  /// Number of different scores.
  package var distinct: Int { byScore.count }

  /// Number of feeds by score: 0–9, 10–19, … 90–100.
  package var distribution: [Int] {
    byScore.reduce(into: Array(repeating: 0, count: 10)) { $0[min($1.key / 10, 9)] += $1.value.feeds }
  }

  /// The score that most feeds have, if these are at least ten and a fifth of all feeds.
  package var tie: Tie? {
    let largest = byScore.max { ($0.value.feeds, $1.key) < ($1.value.feeds, $0.key) }
    guard let (score, group) = largest, group.feeds >= 10, group.feeds * 5 >= all.feeds else { return nil }
    let unknown = ScoreComponent.all.filter { group.unknown[$0, default: 0] * 2 >= group.feeds }
    return Tie(score: score, feeds: group.feeds, unknown: unknown)
  }

  /// Groups by category, sorted by name; feeds without a category come last.
  package var categories: [(category: String?, group: Group)] {
    byCategory.sortedByName.map { (category: $0.key, group: $0.value) }
  }
}
