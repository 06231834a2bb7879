import Catalog
import CloudKitRecords
import Diagnostics
import FeedHealth

extension HealthReportView {
  func text(_ style: Style) -> String {
    let summary = summary
    var text =
      "\(container): \(summary.feeds.of("active feed")), \(summary.inactive) inactive\n"
    for problem in summary.problems.prefix(20) {
      text += style.mark("problem", .bad) + "  \(problem.recordName): \(problem.reason)\n"
    }
    guard summary.feeds > 0 else { return text }
    text += "\n" + categories(summary, style)
    let found = verdicts.filter { $0.verdict != .ok && $0.verdict != .notModified }
    if !found.isEmpty {
      text += "\nlast probes: " + found.map { "\($0.verdict.rawValue) \($0.feeds)" }.joined(separator: ", ") + "\n"
    }
    if health.stale > 0 { text += "\nsilent for longer than their own rhythm explains: \(health.stale)\n" }
    if let changes = health.changes { text += "\n" + Self.text(of: changes, style) }
    let ill = health.items.prefix(listed).filter { $0.level > .unknown }
    guard !ill.isEmpty else {
      let count = health.count(atLeast: .degraded)
      return text + (count == 0 ? "\nno feed is known to be ill\n" : "\n\(count) feeds are ill; --limit shows them\n")
    }
    return text + "\n" + worst(ill, style)
  }

  private func categories(_ summary: Summary, _ style: Style) -> String {
    var table = TextTable(
      .left("category"), .right("critical"), .right("warning"), .right("degraded"), .right("unknown"),
      .right("healthy"), .right("feeds"))
    func add(_ name: String, _ totals: Totals) {
      table.add(
        name, String(totals.critical), String(totals.warning), String(totals.degraded), String(totals.unknown),
        String(totals.healthy), String(totals.all))
    }
    for category in summary.categories {
      add(DisplayText.line(category.category ?? "(none)", atMost: 40), category.totals)
    }
    add("all", summary.totals)
    let meanings: [Style.Meaning] = [.bad, .doubtful, .doubtful, .faint, .good]
    return table.render(style) { row, column in
      row == summary.categories.count && (1...5).contains(column) ? meanings[column - 1] : nil
    }
  }

  private static func text(of changes: HealthChanges, _ style: Style) -> String {
    var text = "since \(changes.since):\n"
    func add(_ list: HealthChanges.List, _ name: String, _ meaning: Style.Meaning) {
      text += style.mark("\(name) \(list.count)", meaning) + "\n"
      for feed in list.feeds.prefix(10) {
        text += "  \(DisplayText.line(feed.title, atMost: 40)): \(downTime(feed))\n"
      }
      if list.count > 10 { text += "  and \(list.count - 10) more; --format json lists them\n" }
    }
    add(changes.newlyDown, "newly down", .bad)
    if let recovered = changes.recovered { add(recovered, "recovered", .good) }
    add(changes.stillDown, "still down", .doubtful)
    if changes.gone > 0 { text += "gone from the catalogue, or switched off: \(changes.gone)\n" }
    if changes.recovered == nil {
      text += style.mark("what recovered since then only an earlier report can tell: --since FILE", .faint) + "\n"
    }
    return text
  }

  private func worst(_ feeds: some Collection<FeedHealth>, _ style: Style) -> String {
    var table = TextTable(
      .left("level"), .right("failures"), .right("success"), .left("last success"), .left("feed"), .left("why"))
    for feed in feeds {
      table.add(
        feed.level.rawValue, String(feed.failureCount), Self.success(feed), Self.lastSuccess(feed),
        DisplayText.line(feed.title, atMost: 40), DisplayText.line(feed.lastFailureReason ?? "", atMost: 60))
    }
    let levels = feeds.map(\.level)
    let text = table.render(style) { row, column in
      column > 0 ? nil : levels[row] == .critical ? .bad : .doubtful
    }
    let ill = health.count(atLeast: .degraded)
    return text + (ill > feeds.count ? "and \(ill - feeds.count) more; --limit shows them\n" : "")
  }

  /// Since when a feed is down, as far as anything tells.
  static func downTime(_ feed: FeedHealth) -> String {
    if let since = feed.downSince { return "down since \(since)" }
    return feed.lastSuccess.map { "last worked \($0)" } ?? "never worked"
  }

  /// The share of fetches that succeeded, as a whole percentage that never says more than it is.
  static func success(_ feed: FeedHealth) -> String {
    feed.successRate.map { "\(Int(($0 * 100).rounded(.down)))%" } ?? ""
  }

  /// How long ago a feed last worked.
  static func lastSuccess(_ feed: FeedHealth) -> String { feed.secondsSinceSuccess.map(age) ?? "never" }

  private static func age(_ seconds: Double) -> String {
    switch seconds {
    case ..<0: "in the future"
    case ..<3600: "\(Int(seconds / 60)) min ago"
    case ..<172_800: "\(Int(seconds / 3600)) h ago"
    default: "\(Int(seconds / 86400)) d ago"
    }
  }
}
