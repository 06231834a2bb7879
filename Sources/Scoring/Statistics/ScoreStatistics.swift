import Catalog
package import CloudKitRecords

/// What can be said of the scores of a catalogue, put together feed by feed.
package struct ScoreStatistics: Sendable {
  /// The scores of some feeds.
  package struct Group: Hashable, Sendable {
    /// How many feeds.
    package private(set) var feeds = 0
    /// The sum of their scores.
    package private(set) var scores = 0
    /// The sum of the points of theirs that rest on known facts.
    package private(set) var confidences = 0

    /// The mean score; 0 for no feeds.
    package var mean: Double { feeds == 0 ? 0 : Double(scores) / Double(feeds) }
    /// The mean confidence; 0 for no feeds.
    package var meanConfidence: Double { feeds == 0 ? 0 : Double(confidences) / Double(feeds) }

    fileprivate mutating func add(_ score: QualityScore) {
      feeds += 1
      scores += score.total
      confidences += score.confidence
    }
  }

  /// A feed whose score moved.
  package struct Mover: Hashable, Sendable {
    /// Its record.
    package let recordName: RecordName
    /// The name to show.
    package let title: String
    /// Where the feed is, as stored.
    package let feedURL: String
    /// The score it had.
    package let old: Int
    /// The score it has.
    package let new: Int

    /// By how much it rose, or fell where negative.
    package var change: Int { new - old }
  }

  /// All feeds.
  package private(set) var all = Group()
  /// Feeds by score: 0–9, 10–19, … 90–100.
  package private(set) var distribution = Array(repeating: 0, count: 10)
  /// Feeds with a score they did not have, and those that had none.
  package private(set) var changed = 0
  /// Feeds that had no score.
  package private(set) var unscored = 0
  /// Feeds for which each component is unknown.
  package private(set) var unknown: [ScoreComponent: Int] = [:]
  private var byCategory: [String?: Group] = [:]
  private var moved: TopList<Mover>

  /// Statistics of no feed yet.
  /// - Parameter movers: how many of the biggest movers are kept.
  package init(movers: Int) {
    moved = TopList(limit: movers) { (abs($1.change), $0.recordName) < (abs($0.change), $1.recordName) }
  }

  /// Counts a feed.
  /// - Parameter old: the score it had; `nil` where it had none.
  package mutating func add(_ feed: ScoredFeed, old: Int?) {
    let score = feed.score
    all.add(score)
    byCategory[feed.entry.category, default: Group()].add(score)
    distribution[min(score.total / 10, 9)] += 1
    for part in score.parts where part.value == nil { unknown[part.component, default: 0] += 1 }
    guard let old else {
      unscored += 1
      changed += 1
      return
    }
    guard old != score.total else { return }
    changed += 1
    moved.add(
      Mover(
        recordName: feed.entry.recordName, title: feed.entry.title, feedURL: feed.entry.feedURL, old: old,
        new: score.total))
  }

  /// Those whose score moved most, up or down; equal ones by their names.
  package var movers: [Mover] { moved.elements }

  /// The groups of the categories by their names, feeds without one last.
  package var categories: [(category: String?, group: Group)] {
    byCategory.sortedByName.map { (category: $0.key, group: $0.value) }
  }
}
