import Catalog
import CloudKitRecords
import CommandLineTool
import FeedHealth
import ProbeHistory
import Scoring

struct EarlierScores {
  /// The time or the day of the scores; `nil` for the stored ones.
  private(set) var since: String?
  private(set) var methodology: MethodologyItem?
  /// Which scores are not known; `nil` if all are.
  private(set) var gap: String?
  /// The scores by feed; `nil` for the stored ones.
  private var numbers: [RecordName: FeedNumber]?

  static let stored = EarlierScores()

  private init() {}

  init(report file: String) throws {
    let report = try SavedReport<ScoreReportBody>.read(file, of: "score --report", "scores")
    since = report.asOf.description
    methodology = report.body.summary.methodology
    let scores = report.body.items.map { (RecordName($0.recordName), FeedNumber($0.score, day: 0)) }
    numbers = Dictionary(scores, uniquingKeysWith: { first, _ in first })
  }

  /// Reads the scores before a day from the history, or the first ones that it has.
  init(before time: Timestamp, in history: SQLiteProbeHistory?) async throws {
    let totals = try await history?.totals(.score) ?? []
    let start = ProbedDay.day(of: time)
    let day = totals.knownDay(from: start)
    since = FeedNumber.text(of: day > start ? day - 1 : start)
    numbers = try await history?.numbers(.score, before: day) ?? [:]
    methodology = totals.last { $0.day < day }.flatMap { MethodologyItem(basis: $0.basis) }
    if totals.isEmpty {
      gap = "earlier scores are unknown: the history has none; 'score' keeps them"
    } else if day > start {
      gap = "scores before \(FeedNumber.text(of: day - 1)) are unknown: the history of scores begins then"
    }
  }

  /// Returns the earlier score of a feed, and what it consisted of; `nil` if unknown.
  func score(of feed: ScoredFeed) -> (old: Int?, points: ScorePoints?) {
    guard let numbers else { return (feed.entry.qualityScore, nil) }
    guard let number = numbers[feed.entry.recordName] else { return (nil, nil) }
    return (number.value, number.value == feed.score.total ? nil : ScorePoints(number))
  }
}

extension MethodologyItem {
  /// Reads the methodology of scores in the history, whose population is not known.
  init?(basis: String) {
    let words = basis.split(separator: " ", maxSplits: 3)
    guard words.count == 4, let version = Int(words[1]) else { return nil }
    name = String(words[3])
    self.version = version
    hash = String(words[0])
    fullSubscribers = nil
    meanRating = nil
  }
}

extension ScorePoints {
  init?(_ number: FeedNumber) { self.init(total: number.value, detail: number.detail, basis: number.basis) }
}

extension FeedNumber {
  /// Returns a day as a date, such as 2026-11-21.
  static func text(of day: Int) -> String {
    Timestamp(milliseconds: Int64(day) * 86_400_000).day
  }
}

/// The scores in a saved `score --report`.
private struct ScoreReportBody: Decodable {
  struct Item: Decodable {
    let recordName: String
    let score: Int
  }

  struct Summary: Decodable {
    let methodology: MethodologyItem
  }

  let items: [Item]
  let summary: Summary
}
