import CSV
import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics
import FeedHealth
import HTMLPage

extension HealthReportView {
  var categories: ReportTable { Self.table("Categories", "category", health.categories, Self.levels, sum: "feeds") }

  /// The levels per category, followed by those of all feeds.
  var categoriesAndAll: ReportTable {
    Self.table("", "category", health.categories + [("all", health.totals)], Self.levels, sum: "feeds")
  }

  var hosts: ReportTable {
    let hosts = health.worstHosts(20).filter { $0.totals.count(atLeast: .degraded) > 1 }
    return Self.table("Hosts with several unhealthy feeds", "host", hosts, Self.levels.dropLast(2), sum: "unhealthy")
  }

  static let levels: [HealthLevel] = [.critical, .warning, .degraded, .unknown, .healthy]

  private static func table(
    _ caption: String, _ name: String, _ groups: [HealthReport.Group], _ levels: some Sequence<HealthLevel>, sum: String
  ) -> ReportTable {
    ReportTable(
      caption, [.text(name, width: 40)] + levels.map { .number($0.rawValue) } + [.number(sum)],
      rows: groups.map { group in
        let counts = levels.map { (count: group.totals[$0], meaning: $0.meaning) }
        return [.init(group.name ?? "(none)")] + counts.map { .number($0.count, $0.count == 0 ? .faint : $0.meaning) }
          + [.number(group.totals.count(atLeast: .healthy))]
      })
  }

  /// Returns the lists of feeds that a curator should see, without empty ones.
  /// - Parameter limit: maximum number of feeds per list.
  func lists(_ limit: Int) -> [(name: String, table: ReportTable, count: Int, causes: String?)] {
    let unhealthy = health.items.prefix(limit).filter { $0.level > .unknown }
    let count = health.totals.count(atLeast: .degraded)
    let findings = Self.findings.map { name, found in
      let causes = health[keyPath: found].causes.map { "\($0.cause.rawValue) \($0.feeds)" }.joined(separator: ", ")
      let feeds = health[keyPath: found].feeds
      return (name, Self.findings(feeds.elements.prefix(limit)), feeds.count, Optional(causes))
    }
    return ([("unhealthy feeds", Self.feeds("worst first", unhealthy), count, nil)] + findings).filter { $0.2 > 0 }
  }

  /// The lists of feeds with findings that are not unhealthy.
  private static var findings: [(name: String, feeds: KeyPath<HealthReport, FeedFindings>)] {
    [("working feeds with findings", \.withFindings), ("feeds that could not be read", \.unread)]
  }

  private static func feeds(_ caption: String, _ feeds: some Sequence<FeedHealth>) -> ReportTable {
    ReportTable(
      caption,
      [
        .text("level"), .number("failures"), .number("success"), .text("age"), .text("feed", width: 40),
        .text("address"), .text("why", width: 60),
      ],
      rows: feeds.map { feed in
        [
          .init(feed.level.rawValue, feed.level.meaning), .number(feed.failureCount), .init(success(feed)),
          .init(lastSuccess(feed)), .init(DisplayText.line(feed.title, atMost: 120)),
          .init(FeedURL.redacted(feed.feedURL)), .init(feed.lastFailureReason ?? ""),
        ]
      })
  }

  private static func findings(_ feeds: some Sequence<FeedHealth>) -> ReportTable {
    ReportTable(
      "by cause", [.text("feed", width: 40), .text("address"), .text("finding"), .text("evidence", width: 80)],
      rows: feeds.map { feed in
        let words = feed.findings.map(\.rawValue).joined(separator: ", ")
        return [
          .init(DisplayText.line(feed.title, atMost: 120)), .init(FeedURL.redacted(feed.feedURL)),
          .init(words, .doubtful), .init(evidence(feed)),
        ]
      })
  }

  private static func evidence(_ feed: FeedHealth) -> String {
    let isSilent = feed.isStale == true && feed.verdict != .stale
    let age = isSilent ? feed.newest.map { "nothing new since \($0.day)" } : nil
    return [feed.evidence ?? feed.lastFailureReason, age].compactMap { $0 }.joined(separator: "; ")
  }

  /// Returns why a curator should see a feed, on a page that states the cause.
  static func why(_ feed: FeedHealth) -> String {
    switch feed.cause {
    case .neverFetched: "not fetched yet"
    case .unsteady: "\(success(feed)) of fetches succeeded" + (feed.findings.isEmpty ? "" : "; \(evidence(feed))")
    case .failing, .verdict, nil: evidence(feed)
    }
  }

  /// Feeds, and after them those that have changed but are not listed, such as removed ones.
  func csv() -> String {
    var changed = Self.cells(of: health.changes)
    var rows: [[String]] = []
    for feed in health.items {
      let cells = Self.fields.map { field in field.value(feed).map { "\($0)" } ?? "" }
      rows.append(cells + [changed.removeValue(forKey: feed.recordName) ?? ""])
    }
    for change in health.changes?.changes ?? [] {
      guard let words = changed.removeValue(forKey: change.feed) else { continue }
      let known = ["recordName": change.feed.rawValue, "title": change.title ?? "", "feedURL": change.feedURL ?? ""]
      rows.append(Self.fields.map { known[$0.name] ?? "" } + [words])
    }
    return CSVWriter().document(Self.fields.map(\.name) + ["changes"], rows)
  }
}

extension HealthLevel {
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
