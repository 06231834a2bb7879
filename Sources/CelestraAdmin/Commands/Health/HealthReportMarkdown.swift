import Catalog
import CloudKitRecords
import Diagnostics
import FeedHealth

extension HealthReportView {
  func markdown() -> String {
    let summary = summary
    var text = "## Health of the feeds\n\n"
    text +=
      "\(Markdown.escaped(container)), \(health.asOf): \(summary.feeds) active feeds, \(summary.inactive) inactive.\n\n"
    text += Markdown.table(
      ["category", ">critical", ">warning", ">degraded", ">unknown", ">healthy", ">feeds"],
      rows: summary.categories.map { Self.row($0.category ?? "(none)", $0.totals) } + [Self.row("all", summary.totals)])
    if !verdicts.isEmpty {
      text +=
        "\n" + Markdown.table(["last probe", ">feeds"], rows: verdicts.map { [$0.verdict.rawValue, "\($0.feeds)"] })
    }
    if health.stale > 0 { text += "\nSilent for longer than their own rhythm explains: \(health.stale).\n" }
    if let changes = health.changes { text += "\n" + Self.markdown(of: changes) }
    let ill = health.items.prefix(200).filter { $0.level > .unknown }
    guard !ill.isEmpty else { return text + "\nNo feed is known to be ill.\n" }
    text += "\n### Ill feeds, the worst first\n\n"
    text += Markdown.table(
      ["level", ">failures", ">success", "last success", "feed", "address", "why"],
      rows: ill.map {
        [
          $0.level.rawValue, "\($0.failureCount)", Self.success($0), Self.lastSuccess($0), $0.title,
          FeedURL.redacted($0.feedURL), $0.lastFailureReason ?? "",
        ]
      })
    let hidden = health.count(atLeast: .degraded) - ill.count
    return text + (hidden > 0 ? "\n\(hidden) more are ill.\n" : "")
  }

  private static func row(_ name: String, _ totals: Totals) -> [String] {
    [name]
      + [totals.critical, totals.warning, totals.degraded, totals.unknown, totals.healthy, totals.all].map(String.init)
  }

  private static func markdown(of changes: HealthChanges) -> String {
    var text = "### Since \(changes.since)\n\n"
    func add(_ list: HealthChanges.List, _ name: String) {
      text += "- **\(name)**: \(list.count)\n"
      for feed in list.feeds.prefix(20) {
        text += "  - \(Markdown.escaped(feed.title)), \(downTime(feed))\n"
      }
    }
    add(changes.newlyDown, "newly down")
    if let recovered = changes.recovered { add(recovered, "recovered") }
    add(changes.stillDown, "still down")
    return text + (changes.gone > 0 ? "- **gone**: \(changes.gone)\n" : "")
  }
}
