import Catalog
import CommandLineTool
import Diagnostics
import FeedHealth

extension HealthReportView {
  func text(_ style: Style) -> String {
    var text = "\(container): \(health.feeds.of("active feed")), \(health.inactive) inactive\n"
    text += [ReportedProblem](health.problems).text(style)
    guard health.feeds > 0 else { return text }
    text += "\n" + categoriesAndAll.text(style)
    let found = verdicts.filter { $0.verdict != .ok && $0.verdict != .notModified }
    if !found.isEmpty {
      text += "\nlast probes: " + found.map { "\($0.verdict.rawValue) \($0.feeds)" }.joined(separator: ", ") + "\n"
    }
    if health.stale > 0 { text += "\noverdue: \(health.stale)\n" }
    if let changes = health.changes { text += "\n" + Self.text(of: changes, style) }
    if let remark { text += "\n\(remark)\n" }
    return lists(listed).reduce(into: text) { text, list in
      let rest = list.count - list.table.rows.count
      text += "\n" + (list.causes.map { "\(list.name): \($0)\n" } ?? "")
      text += list.table.rows.isEmpty ? "" : list.table.showing(Self.columns).text(style)
      if rest > 0 { text += "\(rest) more \(list.name); --limit lists them\n" }
    }
  }

  /// What the report says if no feed is known to be unhealthy; `nil` if one is.
  var remark: String? {
    if health.totals.count(atLeast: .degraded) > 0 { return nil }
    let unknown = health.totals[.unknown]
    if unknown == 0 { return "no feed is known to be unhealthy" }
    return "\(unknown.of("feed")) \(unknown == 1 ? "has" : "have") never been fetched: run 'celestra-admin update'"
  }

  /// The columns of feeds in text, with their titles.
  private static let columns: KeyValuePairs = [
    "level": "level", "failures": "failures", "success": "success", "age": "last success",
    "finding": "finding", "feed": "feed", "evidence": "evidence", "why": "why",
  ]

  func markdown() -> String {
    var text = "## Feed health\n\n"
    text +=
      "\(Markdown.escaped(container)), \(health.asOf): \(health.feeds) active feeds, \(health.inactive) inactive.\n\n"
    text += categoriesAndAll.markdown
    if !verdicts.isEmpty {
      let rows = verdicts.map { [$0.verdict.rawValue, "\($0.feeds)"] }
      text += "\n" + Markdown.table(["last probe", ">feeds"], rows: rows)
    }
    if health.stale > 0 { text += "\nOverdue: \(health.stale).\n" }
    if let changes = health.changes { text += "\n" + Self.markdown(of: changes) }
    if let remark { text += "\n\(Markdown.escaped(remark)).\n" }
    return lists(200).reduce(into: text) { text, list in
      let table = list.table.showing([
        "level": "level", "failures": "failures", "success": "success", "age": "last success",
        "finding": "finding", "feed": "feed", "address": "address", "evidence": "evidence", "why": "why",
      ])
      let rest = list.count - table.rows.count
      text += "\n### \(Self.title(list.name))\n\n" + (list.causes.map { "\($0).\n\n" } ?? "")
      text += table.markdown + (rest > 0 ? "\n\(rest) more.\n" : "")
    }
  }

  static func title(_ name: String) -> String { name.prefix(1).uppercased() + name.dropFirst() }

  /// Returns the share of successful fetches as a whole percentage, rounded down.
  static func success(_ feed: FeedHealth) -> String {
    feed.successRate.map { "\(Int(($0 * 100).rounded(.down)))%" } ?? ""
  }

  static func lastSuccess(_ feed: FeedHealth) -> String {
    feed.secondsSinceSuccess.map { "\(length($0)) ago" } ?? "never"
  }

  /// Returns a time in one unit, such as `12 d`.
  static func length(_ seconds: Double) -> String {
    switch seconds {
    case ..<3600: "\(Int(seconds / 60)) min"
    case ..<172_800: "\(Int(seconds / 3600)) h"
    default: "\(Int(seconds / 86400)) d"
    }
  }
}
