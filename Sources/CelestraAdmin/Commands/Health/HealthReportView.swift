import Catalog
import CloudKitRecords
import FeedHealth

/// The health of a catalogue, ready to be shown.
struct HealthReportView: Report {
  let command = "health report"
  let container: String
  let health: HealthReport

  var asOf: Timestamp? { health.asOf }

  /// Feeds at each level.
  struct Totals: Encodable {
    let critical, warning, degraded, unknown, healthy: Int

    init(_ totals: HealthReport.Totals) {
      critical = totals[.critical] ?? 0
      warning = totals[.warning] ?? 0
      degraded = totals[.degraded] ?? 0
      unknown = totals[.unknown] ?? 0
      healthy = totals[.healthy] ?? 0
    }

    /// The feeds at all levels.
    var all: Int { critical + warning + degraded + unknown + healthy }
  }

  /// The totals.
  struct Summary: Encodable {
    /// The totals of a category; feeds without one have none.
    struct Category: Encodable {
      let category: String?
      let totals: Totals
    }

    /// A feed that could not be read.
    struct Problem: Encodable {
      let recordName, reason: String
    }

    let container: String
    let feeds, inactive: Int
    let totals: Totals
    let categories: [Category]
    let problems: [Problem]
  }

  /// One feed.
  struct Item: Encodable {
    let recordName, title, feedURL, level: String
    let category: String?
    let failureCount: Int
    let successRate: Double?
    let lastSuccess, lastAttempted, lastFailureReason: String?
  }

  var summary: Summary {
    Summary(
      container: container, feeds: health.feeds, inactive: health.inactive, totals: Totals(health.totals),
      categories: health.categories.map { Summary.Category(category: $0.category, totals: Totals($0.totals)) },
      problems: health.problems.map { Summary.Problem(recordName: $0.feed.rawValue, reason: $0.description) })
  }

  var items: [Item] {
    health.items.map { feed in
      Item(
        recordName: feed.recordName.rawValue, title: feed.title, feedURL: FeedURL.redacted(feed.feedURL),
        level: feed.level.rawValue, category: feed.category, failureCount: feed.failureCount,
        successRate: feed.successRate, lastSuccess: feed.lastSuccess?.description,
        lastAttempted: feed.lastAttempted?.description, lastFailureReason: feed.lastFailureReason)
    }
  }

  func text(_ style: Style) -> String {
    let summary = summary
    var text =
      "\(container): \(summary.feeds) active feed\(summary.feeds == 1 ? "" : "s"), \(summary.inactive) inactive\n"
    for problem in summary.problems.prefix(20) {
      text += style.mark("problem", .bad) + "  \(problem.recordName): \(problem.reason)\n"
    }
    guard summary.feeds > 0 else { return text }
    text += "\n" + categories(summary, style)
    let ill = health.items.filter { $0.level > .unknown }
    guard !ill.isEmpty else { return text + "\nno feed is known to be ill\n" }
    return text + "\n" + worst(ill, style)
  }

  private func categories(_ summary: Summary, _ style: Style) -> String {
    var table = TextTable(
      .left("category"), .right("critical"), .right("warning"), .right("degraded"), .right("unknown"),
      .right("healthy"),
      .right("feeds"))
    func add(_ name: String, _ totals: Totals) {
      table.add(
        name, String(totals.critical), String(totals.warning), String(totals.degraded), String(totals.unknown),
        String(totals.healthy), String(totals.all))
    }
    for category in summary.categories { add(category.category ?? "(none)", category.totals) }
    add("all", summary.totals)
    let meanings: [Style.Meaning] = [.bad, .doubtful, .doubtful, .faint, .good]
    return table.render(style) { row, column in
      row == summary.categories.count && (1...5).contains(column) ? meanings[column - 1] : nil
    }
  }

  private func worst(_ feeds: [FeedHealth], _ style: Style) -> String {
    var table = TextTable(
      .left("level"), .right("failures"), .right("success"), .left("last success"), .left("feed"), .left("why"))
    for feed in feeds {
      table.add(
        feed.level.rawValue, String(feed.failureCount),
        feed.successRate.map { "\(Int(($0 * 100).rounded(.down)))%" } ?? "",
        feed.secondsSinceSuccess.map(Self.age) ?? "never", CleanText.shown(feed.title, atMost: 40),
        CleanText.shown(feed.lastFailureReason ?? "", atMost: 60))
    }
    let text = table.render(style) { row, column in
      column > 0 ? nil : feeds[row].level == .critical ? .bad : .doubtful
    }
    let ill = health.count(atLeast: .degraded)
    return text + (ill > feeds.count ? "and \(ill - feeds.count) more; --limit shows them\n" : "")
  }

  private static func age(_ seconds: Double) -> String {
    switch seconds {
    case ..<0: "in the future"
    case ..<3600: "\(Int(seconds / 60)) min ago"
    case ..<172_800: "\(Int(seconds / 3600)) h ago"
    default: "\(Int(seconds / 86400)) d ago"
    }
  }
}
