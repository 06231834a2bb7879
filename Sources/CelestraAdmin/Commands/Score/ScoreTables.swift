import Catalog
import Diagnostics
import HTMLPage

/// The tables and charts of scores, for the report on scores and the page of `health report`.
enum ScoreTables {
  /// A feed whose score changed, and what changed it; `nil` if that is unknown.
  typealias Move = (feed: FeedEntry, old: Int, new: Int, reason: String?)

  static func list(_ title: String, _ number: String, _ feeds: [(feed: FeedEntry, number: Int)]) -> ReportTable {
    ReportTable(
      title, [.number(number), .text("feed", width: 60)],
      rows: feeds.map { [.number($0.number), name($0.feed)] })
  }

  /// The changes; the last column only if the cause of a change is known.
  static func moves(_ title: String, _ moves: [Move]) -> ReportTable {
    let hasReasons = moves.contains { $0.reason != nil }
    let columns: [ReportTable.Column] = [
      .text("feed", width: 60), .number("change"), .number("old"), .number("new"), .text("address"),
    ]
    return ReportTable(
      title, columns + (hasReasons ? [.text("why")] : []),
      rows: moves.map { move in
        let change = move.new - move.old
        let cells: [ReportTable.Cell] = [
          name(move.feed),
          .init(change > 0 ? "+\(change)" : "\(change)", order: Double(change), change < 0 ? .bad : .good),
          .number(move.old), .number(move.new), .init(FeedURL.redacted(move.feed.feedURL)),
        ]
        return cells + (hasReasons ? [.init(move.reason ?? "")] : [])
      }, isSearchable: moves.count > 20)
  }

  private static func name(_ feed: FeedEntry) -> ReportTable.Cell {
    let address = FeedURL.redacted(feed.feedURL)
    return .init(feed.title, note: address, link: address)
  }

  static func chart(_ distribution: ScoreDistribution) -> HTMLPage.Chart {
    let meanings: [HTMLPage.Meaning] = [
      .bad, .bad, .warning, .warning, .doubtful, .doubtful, .plain, .plain, .good, .good,
    ]
    return .bars("Feeds by score", zip(distribution.bins, meanings).map { .init($0.label, $0.feeds, $1) })
  }
}
