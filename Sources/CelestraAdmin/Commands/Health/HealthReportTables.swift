import CSV
import Catalog
import CloudKitRecords
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
            let count = group.totals[level] ?? 0
            return .number(count, count == 0 ? .faint : .plain)
          }
      })
  }

  /// The levels per category with totals.
  var categories: ReportTable {
    let table = Self.table("Categories", "category", health.categories, Self.levels)
    let sums = health.categories.map { $0.totals.values.reduce(0, +) }
    return ReportTable(
      table.caption, table.columns + [.number("feeds")], rows: zip(table.rows, sums).map { $0 + [.number($1)] })
  }

  /// The levels per category, followed by those of all feeds.
  var categoriesAndAll: ReportTable {
    let totals = Self.levels.map { (level: $0, count: health.totals[$0] ?? 0) }
    return categories.adding(
      [.init("all")] + totals.map { .number($0.count, $0.level.meaning) } + [.number(health.feeds)])
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

  /// Returns the table of feeds for HTML pages.
  static func details(
    _ caption: String, _ feeds: ArraySlice<FeedHealth>, isSearchable: Bool = false
  ) -> ReportTable {
    ReportTable(
      caption,
      [
        .text("feed"), .text("level"), .number("failures"), .number("success"), .number("up, 30 days"),
        .text("last success"), .text("down since"), .text("category"), .text("why"),
      ],
      rows: feeds.map { feed in
        let address = FeedURL.redacted(feed.feedURL)
        return [
          .init(feed.title, note: address, link: address),
          .init(feed.level.rawValue, order: feed.level.order, feed.level.meaning), .number(feed.failureCount),
          .init(success(feed), order: feed.successRate),
          .init(feed.uptimePercentage.map { "\(Int($0.rounded(.down))) %" } ?? "", order: feed.uptimePercentage),
          .init(
            lastSuccess(feed), note: feed.lastSuccess.map { String($0.description.prefix(10)) },
            order: feed.secondsSinceSuccess),
          .init(
            feed.downSince.map { String($0.description.prefix(10)) } ?? "",
            order: feed.downSince.map { Double($0.milliseconds) }),
          .init(feed.category ?? ""), .init(feed.lastFailureReason ?? ""),
        ]
      }, isSearchable: isSearchable)
  }

  func csv() -> String? {
    func number(_ value: Double?) -> String { value.map { "\($0)" } ?? "" }
    return CSVWriter().document(
      [
        "recordName", "title", "feedURL", "category", "level", "failureCount", "successRate", "uptimePercentage",
        "articlesPerWeek", "verdict", "isStale", "downSince", "lastSuccess", "lastAttempted", "lastFailureReason",
      ],
      health.items.lazy.map { feed in
        [
          feed.recordName.rawValue, feed.title, FeedURL.redacted(feed.feedURL), feed.category ?? "",
          feed.level.rawValue, String(feed.failureCount), number(feed.successRate), number(feed.uptimePercentage),
          number(feed.articlesPerWeek), feed.verdict?.rawValue ?? "", feed.isStale.map { "\($0)" } ?? "",
          feed.downSince?.description ?? "", feed.lastSuccess?.description ?? "",
          feed.lastAttempted?.description ?? "", feed.lastFailureReason ?? "",
        ]
      })
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

  /// The sort key of the level on pages, with the worst last.
  fileprivate var order: Double { Double(HealthLevel.allCases.firstIndex(of: self) ?? 0) }
}
