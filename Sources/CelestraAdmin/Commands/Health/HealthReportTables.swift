import CSV
import Catalog
import CloudKitRecords
import Diagnostics
import FeedHealth
import HTMLPage

/// The tables of the report, and its CSV rows.
extension HealthReportView {
  /// Returns the number of feeds per group and level.
  static func table(_ caption: String, _ name: String, _ groups: [HealthReport.Group], _ levels: [HealthLevel])
    -> ReportTable
  {
    ReportTable(
      caption, [.text(name, width: 40)] + levels.map { .number($0.rawValue) },
      rows: groups.map { group in
        [.init(group.name ?? "(none)")]
          + levels.map { level in
            let count = group.totals[level]
            return .number(count, count == 0 ? .faint : .plain)
          }
      })
  }

  /// The levels per category with totals.
  var categories: ReportTable {
    let table = Self.table("Categories", "category", health.categories, Self.levels)
    let sums = health.categories.map { $0.totals.count(atLeast: .healthy) }
    return ReportTable(
      table.caption, table.columns + [.number("feeds")], rows: zip(table.rows, sums).map { $0 + [.number($1)] })
  }

  /// The levels per category, followed by those of all feeds.
  var categoriesAndAll: ReportTable {
    categories.adding(
      [.init("all")] + Self.levels.map { .number(health.totals[$0], $0.meaning) } + [.number(health.feeds)])
  }

  private static let levels: [HealthLevel] = [.critical, .warning, .degraded, .unknown, .healthy]

  /// Returns the table of feeds for text and Markdown.
  func worst(_ feeds: some Sequence<FeedHealth>) -> ReportTable {
    ReportTable(
      "Failing feeds",
      [
        .text("level"), .number("failures"), .number("success"), .text("last success"), .text("feed", width: 40),
        .text("address"), .text("why", width: 60),
      ],
      rows: feeds.map {
        [
          .init($0.level.rawValue, $0.level.meaning), .number($0.failureCount), .init(Self.success($0)),
          .init(Self.lastSuccess($0)), .init($0.title), .init(FeedURL.redacted($0.feedURL)),
          .init($0.lastFailureReason ?? ""),
        ]
      })
  }

  /// Returns the table of unhealthy or changed feeds for HTML pages. The first columns fit a telephone.
  static func details(
    _ caption: String, _ feeds: some Sequence<FeedHealth>, isSearchable: Bool = false
  ) -> ReportTable {
    ReportTable(
      caption,
      [
        .text("feed"), .text("level"), .number("failures"), .number("success"), .number("up, 30 days"),
        .number("last success"), .number("down since"), .text("category"),
      ],
      rows: feeds.map { feed in
        [
          name(feed),
          .init(
            feed.level.rawValue, note: feed.lastFailureReason, order: Double(feed.level.rank), feed.level.meaning),
          .number(feed.failureCount), .init(success(feed), order: feed.successRate),
          .init(feed.uptimePercentage.map { "\(Int($0.rounded(.down))) %" } ?? "", order: feed.uptimePercentage),
          .init(feed.lastSuccess.map(day) ?? "never", order: feed.secondsSinceSuccess),
          .init(feed.downSince.map(day) ?? "", order: feed.downSince.map { Double($0.milliseconds) }),
          .init(feed.category ?? ""),
        ]
      }, isSearchable: isSearchable)
  }

  /// Returns the table of working feeds with findings, for every format.
  static func findings(_ caption: String, _ feeds: some Sequence<FeedHealth>) -> ReportTable {
    ReportTable(
      caption, [.text("feed", width: 40), .text("finding"), .text("evidence", width: 80)],
      rows: feeds.map { feed in
        let age =
          feed.isStale == true && feed.verdict != .stale ? feed.newest.map { "nothing new since \(day($0))" } : nil
        return [
          name(feed), .init(feed.findings.map(\.rawValue).joined(separator: ", "), .doubtful),
          .init([feed.evidence ?? feed.lastFailureReason, age].compactMap { $0 }.joined(separator: "; ")),
        ]
      }, isSearchable: true)
  }

  /// Returns a cell with the title and address of a feed; an endless title does not squeeze the other columns.
  private static func name(_ feed: FeedHealth) -> ReportTable.Cell {
    let address = FeedURL.redacted(feed.feedURL)
    return .init(
      DisplayText.line(feed.title, atMost: 120), note: DisplayText.line(address, atMost: 200), link: address)
  }

  private static func day(_ time: Timestamp) -> String { String(time.description.prefix(10)) }

  func csv() -> String? {
    CSVWriter(formulas: .escaped).document(
      Self.fields.map(\.name),
      health.items.lazy.map { feed in Self.fields.map { $0.value(feed).map { "\($0)" } ?? "" } })
  }
}

extension HealthLevel {
  /// The meaning of the level in reports.
  var meaning: HTMLPage.Meaning {
    switch self {
    case .healthy: .good
    case .unknown: .faint
    case .degraded: .doubtful
    case .warning: .warning
    case .critical: .bad
    }
  }
}
