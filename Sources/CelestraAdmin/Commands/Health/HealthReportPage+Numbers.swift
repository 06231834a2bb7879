import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics
import FeedHealth
import HTMLPage
import Scoring

/// Scores and subscribers on the page.
extension HealthReportPage {
  /// Maximum days of a line.
  private static let daysDrawn = 365

  /// A line of the mean score and one of the published subscribers, for numbers of at least two days.
  var numberCharts: [HTMLPage.LineChart] {
    [
      chart("Mean score", .score, .plain, areTenths: true) { Int(($0.mean * 10).rounded()) },
      chart("Published subscribers of all feeds", .subscribers, .good) { $0.sum },
    ].compactMap(\.self)
  }

  private func chart(
    _ title: String, _ kind: FeedNumber.Kind, _ meaning: HTMLPage.Meaning, areTenths: Bool = false,
    _ value: (NumberTotal) -> Int
  ) -> HTMLPage.LineChart? {
    let totals = health.numbers?.totals[kind]?.suffix(Self.daysDrawn) ?? []
    if totals.count < 2 { return nil }
    return HTMLPage.LineChart(
      title, days: totals.map { (number: $0.day, label: FeedNumber.text(of: $0.day)) },
      [.init(title.lowercased(), meaning, totals.map(value))], areTenths: areTenths)
  }

  /// The section on scores and subscribers; empty if the catalog has none.
  var numbers: [HTMLPage.Section] {
    guard let numbers = health.numbers, !numbers.isEmpty else { return [] }
    let scored = numbers.distribution.reduce(0, +)
    let unscored = numbers.unscored == 0 ? nil : "\(numbers.unscored.of("active feed")) without a score."
    let methodology =
      numbers.hasOtherMethodology ? "The methodology of the scores changed, which can change every score." : nil
    let tables = [
      ScoreTables.moves(
        "Biggest score changes since \(numbers.since.day)",
        numbers.moves.map { ($0.feed, $0.old.value, $0.new.value, Self.reason($0)) }
      ).showing(["feed": "feed", "change": "change", "old": "old", "new": "new", "why": "why"]),
      ScoreTables.list("Lowest scores", "score", numbers.lowest.map { ($0, $0.qualityScore ?? 0) }),
      ScoreTables.list(
        "Most subscribers", "published", numbers.mostSubscribed.map { ($0, $0.subscriberCount ?? 0) }),
      ReportTable(
        "Shared collections", [.text("collection"), .number("published")],
        rows: numbers.collections.map { [.init($0.title), .number($0.count)] }),
    ]
    return [
      HTMLPage.Section(
        "Scores and subscribers", paragraphs: [unscored, methodology].compactMap(\.self),
        charts: scored == 0 ? [] : [ScoreTables.chart(ScoreDistribution(numbers.distribution))],
        tables: tables.filter { !$0.rows.isEmpty })
    ]
  }

  private static func reason(_ move: CatalogNumbers.Move) -> String? {
    guard let old = ScorePoints(move.old), let new = ScorePoints(move.new) else { return nil }
    return new.reason(from: old)
  }
}
