import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics
import FeedHealth
import HTMLPage

/// The report as a page: what needs a decision, the feeds by cause, the trend, and groups of feeds.
struct HealthReportPage {
  let view: HealthReportView
  let concerns: [HealthReport.Concern]
  /// The names of the rows by feed.
  let rows: [RecordName: String]

  var health: HealthReport { view.health }

  init(_ view: HealthReportView) {
    self.view = view
    concerns = view.health.concerns
    let names = concerns.flatMap { $0.feeds }.enumerated().map { ($1.recordName, "f\($0)") }
    rows = Dictionary(names, uniquingKeysWith: { first, _ in first })
  }

  func html() throws -> String {
    let levels = HealthReportView.levels.map { "\(health.totals[$0]) \($0.rawValue)" }.joined(separator: ", ")
    let since = changes.map { " Changes since \(HealthShowReport.minute($0.since)) UTC." } ?? ""
    return try HTMLPage(
      title: "Feed health",
      lead:
        "\(view.container), \(HealthShowReport.minute(health.asOf)) UTC. \(health.feeds.of("active feed")): \(levels)"
        + (health.inactive > 0 ? "; \(health.inactive) inactive." : ".") + since,
      figures: [],
      sections: [HTMLPage.Section("To decide", paragraphs: remarks, decisions: decisions), feeds, trend] + numbers + [
        HTMLPage.Section(
          "Categories and hosts", tables: [view.categories] + (view.hosts.rows.isEmpty ? [] : [view.hosts]))
      ]
    ).render()
  }

  /// The requested changes, or those of the last 24 hours.
  var changes: HealthChanges? { health.changes ?? health.lastDay }

  private var remarks: [String] {
    [decisions.isEmpty ? "nothing needs a decision" : nil, changes.flatMap(HealthReportView.unknown)]
      .compactMap(\.self).map { HealthReportView.title($0) + "." }
  }

  // MARK: Feeds

  private static let bars = "Bars: low, up; middle, some probes failed; high, failing; thin, not read; none, no probe."

  private var feeds: HTMLPage.Section {
    let shown = concerns.reduce(0) { $0 + $1.feeds.count }
    if shown == 0 { return HTMLPage.Section("Feeds by cause", paragraphs: ["No feed is known to be unhealthy."]) }
    let all = health.concerned
    let groups = concerns.map { concern in
      HTMLPage.GroupedTable.Group(concern.cause.name, concern.feeds.map(row))
    }
    let table = HTMLPage.GroupedTable(
      shown < all
        ? "\(shown) of \(all) feeds, worst first; --limit lists more. " + Self.bars
        : "\(shown.of("feed")), worst first. " + Self.bars,
      columns: ["feed", "evidence", "state", "\(HealthReport.daysShown) days", "uptime"], grouping: "cause", groups)
    return HTMLPage.Section("Feeds by cause", groupedTables: [table])
  }

  private func row(_ feed: FeedHealth) -> HTMLPage.GroupedTable.Row {
    let address = FeedURL.redacted(feed.feedURL)
    let down = feed.downSince
    let length = down.map { " \(HealthReportView.length(health.asOf.seconds(since: $0)))" } ?? ""
    let days = health.days[feed.recordName].map { ProbedDay.marks($0, last: HealthReport.daysShown, asOf: health.asOf) }
    return HTMLPage.GroupedTable.Row(
      id: rows[feed.recordName] ?? "",
      .init(DisplayText.line(feed.title, atMost: 120), note: DisplayText.line(address, atMost: 200), link: address),
      reason: DisplayText.line(HealthReportView.why(feed), atMost: 200),
      state: .init(
        feed.level.rawValue + length, note: down.map { "since \($0.day)" },
        feed.level > .unknown ? feed.level.meaning : .plain),
      bars: days.map { HTMLPage.DayBars($0.map(\.meaning), ProbedDay.Mark.counts($0)) },
      number: .init(feed.uptimePercentage.map { "\(Int($0.rounded(.down)))%" } ?? ""),
      details: Self.details(of: feed), command: view.command("health show \(HealthReportView.argument(feed.entry))"),
      filters: ["category": feed.category ?? "(none)", "host": FeedURL.host(of: feed.feedURL) ?? "(none)"])
  }

  private static func details(of feed: FeedHealth) -> [(name: String, value: String)] {
    let others = feed.findings.map(\.rawValue).filter { $0 != feed.cause?.name }.joined(separator: ", ")
    let details: [(name: String, value: String?)] = [
      ("failures in a row", feed.failureCount > 0 ? "\(feed.failureCount)" : nil),
      ("fetches succeeded", feed.successRate == nil ? nil : HealthReportView.success(feed)),
      ("last success", feed.lastSuccess.map { "\($0.day), \(HealthReportView.lastSuccess(feed))" }),
      ("last tried", feed.lastAttempted.map(\.day)), ("also", others.isEmpty ? nil : others),
      ("new address", feed.movedTo.map(FeedURL.redacted)),
      ("articles per week", feed.articlesPerWeek.map { "\(($0 * 10).rounded() / 10)" }),
      ("score", feed.qualityScore.map { "\($0)" }),
      ("subscribers", (feed.subscriberCount ?? feed.metadata?.subscriberCount).map { "\($0)" }),
    ]
    return details.compactMap { detail in
      detail.value.map { (name: detail.name, value: DisplayText.line($0, atMost: 200)) }
    }
  }

  // MARK: Trend

  private var trend: HTMLPage.Section {
    let days = health.trend.map { (number: ProbedDay.day(of: $0.at), label: $0.at.day) }
    let lines = HealthReportView.levels.filter { $0 > .unknown }.map { level in
      HTMLPage.LineChart.Line(level.rawValue, level.meaning, health.trend.map { $0.levels[level.rawValue] ?? 0 })
    }
    let chart = HTMLPage.LineChart("Unhealthy feeds, the last \(days.count.of("day")) with probes", days: days, lines)
    return HTMLPage.Section(
      "Trend", paragraphs: days.count < 2 ? ["A line of unhealthy feeds needs probes of two days."] : [],
      lineCharts: (days.count < 2 ? [] : [chart]) + numberCharts,
      charts: [
        Self.chart(
          "Up in the last 30 days", health.uptime, meanings: [.bad, .warning, .doubtful, .good, .good, .good]),
        Self.chart("Articles per week", health.articlesPerWeek, meanings: []),
      ])
  }

  private static func chart(
    _ title: String, _ distribution: Distribution, meanings: [HTMLPage.Meaning]
  ) -> HTMLPage.Chart {
    let bins = distribution.bins.enumerated().map { index, bin in
      HTMLPage.Chart.Bar(bin.label, bin.feeds, index < meanings.count ? meanings[index] : .plain)
    }
    return .bars(title, bins + [.init("unknown", distribution.unknown, .faint)])
  }
}

extension HealthReportView {
  func html() throws -> String { try HealthReportPage(self).html() }

  /// Returns a command of the program on the container, as a user types it.
  func command(_ words: String) -> String {
    let named = container == EffectiveConfiguration.container ? "" : " --container \(container.shellWord)"
    return "celestra-admin \(words)\(named)"
  }

  /// Returns the argument that names a feed: its address, unless that has a password.
  static func argument(_ feed: FeedEntry) -> String {
    let address = FeedURL.redacted(feed.feedURL)
    return address == feed.feedURL ? address.shellWord : feed.recordName.rawValue.shellWord
  }
}
