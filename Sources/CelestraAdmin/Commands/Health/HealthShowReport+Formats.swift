import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics
import FeedHealth
import HTMLPage

/// The past of a feed as text, Markdown, and a page.
extension HealthShowReport {
  private static let spansShown = 20
  private static let numbersShown = 5
  /// Days per line of bars in text.
  private static let daysPerLine = 30

  func text(_ style: Style) -> String {
    let title = DisplayText.line(past.health.title, atMost: 120)
    var text = style.mark(title, .strong) + "  \(DisplayText.line(FeedURL.redacted(past.health.feedURL)))\n"
    text += style.mark(DisplayText.line(headline), Style.Meaning(meaning) ?? .strong) + "\n"
    text += "\n" + facts.text(style)
    if past.timeline.spans.isEmpty { return text }
    text += "\nlast \(past.days.count) days: \(dayCounts)\n" + dayLines
    text += "\n" + timeline(Self.spansShown).text(style)
    let earlier = past.timeline.spans.count - Self.spansShown
    if earlier > 0 { text += "and \(earlier) earlier; --format json lists them\n" }
    return text + (laterProbes.map { "note: \($0)\n" } ?? "")
  }

  func markdown() -> String {
    var text = "## \(Markdown.escaped(past.health.title))\n\n"
    text += Markdown.escaped("\(FeedURL.redacted(past.health.feedURL)): \(headline)") + ".\n\n" + facts.markdown
    if past.timeline.spans.isEmpty { return text }
    text += "\nLast \(past.days.count) days: \(dayCounts).\n\n```\n\(dayLines)```\n\n" + timeline(.max).markdown
    return text + (laterProbes.map { "\n\(Markdown.escaped($0)).\n" } ?? "")
  }

  func html() throws -> String {
    let first = Timestamp(milliseconds: past.asOf.milliseconds - Int64(past.days.count - 1) * 86_400_000)
    let chart = HTMLPage.DayChart(
      "The last \(past.days.count) days", past.days.map(\.meaning), first: first.day,
      last: past.asOf.day, dayCounts)
    let hasProbes = !past.timeline.spans.isEmpty
    return try HTMLPage(
      title: past.health.title, lead: "\(FeedURL.redacted(past.health.feedURL)): \(headline).", figures: [],
      sections: [
        HTMLPage.Section(
          "Timeline",
          paragraphs: [hasProbes ? nil : "The history has no probe of this feed.", laterProbes]
            .compactMap(\.self), dayCharts: hasProbes ? [chart] : [],
          tables: hasProbes ? [timeline(500)] : []),
        HTMLPage.Section("Facts", tables: [facts]),
      ]
    ).render()
  }

  private var meaning: HTMLPage.Meaning { past.timeline.current?.state.meaning ?? .faint }

  private var laterProbes: String? {
    let later = past.timeline.later
    return later == 0 ? nil : "\(later.of("probe")) later than \(Self.minute(past.asOf)) left out: a clock was wrong"
  }

  private var dayCounts: String { ProbedDay.Mark.counts(past.days) }

  /// The bars of the days, each line with its first day.
  private var dayLines: String {
    stride(from: 0, to: past.days.count, by: Self.daysPerLine).map { start in
      let age = Int64(past.days.count - 1 - start)
      let day = Timestamp(milliseconds: past.asOf.milliseconds - age * 86_400_000)
      let bars = past.days[start...].prefix(Self.daysPerLine).map(\.bar).joined()
      return "\(day.day)  \(bars)\n"
    }.joined()
  }

  /// The latest spans, the current one first.
  private func timeline(_ limit: Int) -> ReportTable {
    ReportTable(
      "Timeline, newest first",
      [.text("from"), .text("until"), .number("lasted"), .text("state"), .number("probes"), .text("evidence")],
      rows: past.timeline.spans.reversed().prefix(limit).map { span in
        [
          .init(Self.minute(span.from)), .init(span.until.map(Self.minute) ?? "now"),
          .init(HealthReportView.length(span.seconds(asOf: past.asOf))), .init(span.state.rawValue, span.state.meaning),
          .number(span.probes), .init(Self.evidence(of: span)),
        ]
      })
  }

  private var facts: ReportTable {
    let health = past.health
    let level = health.isActive ? health.level.rawValue : "none: the feed is inactive"
    let failures = health.failureCount > 0 ? ", \(health.failureCount.of("failure")) in a row" : ""
    let latency = past.timeline.latency.map {
      "\(Self.seconds($0.last)), in 30 days \(Self.seconds($0.median)) median, \(Self.seconds($0.slowest)) slowest"
    }
    let moved = past.record?.movedSince.map { " since \(Self.minute($0))" } ?? ""
    let rows: [(String, String?)] = [
      ("level", level + failures),
      ("success", health.successRate == nil ? nil : "\(HealthReportView.success(health)) of fetches"),
      ("up, 30 days", past.uptime.map { "\(Int($0.rounded(.down)))%" }),
      (
        "last success",
        health.lastSuccess.map { "\(Self.minute($0)), \(HealthReportView.lastSuccess(health))" } ?? "never"
      ), ("latency", latency), ("size", past.record?.probe.items.map { $0.of("item") }), ("rhythm", rhythm),
      ("validators", validators), ("certificate", certificate),
      ("redirect", health.movedTo.map { "permanently to \(FeedURL.redacted($0))\(moved)" }),
      ("former title", health.formerTitle), ("category", health.category),
      ("score", health.qualityScore.map { "\($0) ('score --explain' says why)" }), ("scores", numbers(.score)),
      ("subscribers", (health.subscriberCount ?? health.metadata?.subscriberCount).map { "\($0)" }),
      ("counts", numbers(.subscribers)),
    ]
    return ReportTable(
      "What is known now", [.text("fact"), .text("value")],
      rows: (rows + proposals).compactMap { name, value in value.map { [ReportTable.Cell(name), ReportTable.Cell($0)] }
      })
  }

  /// The proposals; the fields to fill are one.
  private var proposals: [(String, String?)] {
    let filled = past.proposals.filter { $0.kind == .fillMissing }
    let others = past.proposals.filter { $0.kind != .fillMissing }.map { "\($0.kind.rawValue): \($0.reason)" }
    let fields = filled.first.map {
      "\($0.kind.rawValue): \(filled.map(\.field).joined(separator: ", ")), \($0.reason)"
    }
    return (others + [fields].compactMap(\.self)).map { ("proposal", $0 + "; see 'health proposals'") }
  }

  /// The last values of a number that has changed, such as `76 since 2026-11-20, 70 since 2026-11-10`.
  private func numbers(_ kind: FeedNumber.Kind) -> String? {
    guard let all = past.numbers[kind], all.count > 1 else { return nil }
    let shown = all.suffix(Self.numbersShown).reversed().map { "\($0.value) since \(FeedNumber.text(of: $0.day))" }
    let earlier = all.count - shown.count
    return shown.joined(separator: ", ") + (earlier > 0 ? ", and \(earlier) earlier" : "")
  }

  /// How often the feed publishes, its newest item, and when that is too old.
  private var rhythm: String? {
    let health = past.health
    let gap = health.updateFrequency.map { hours in
      "an item every \(hours < 48 ? "\(Int(hours.rounded())) h" : "\(Int((hours / 24).rounded())) d")"
    }
    let newest = health.newest.map { "newest \($0.day)" }
    let overdue = past.overdueAt.map { time in
      "overdue \(time <= past.asOf ? "since" : "from") \(time.day)"
    }
    let words = [gap, newest, overdue].compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  private var validators: String? {
    let words = [past.health.etag.map { "ETag \($0)" }, past.health.lastModified.map { "Last-Modified \($0)" }]
      .compactMap(\.self)
    return words.isEmpty ? nil : words.joined(separator: ", ")
  }

  /// When the certificate of the feed's host ends.
  private var certificate: String? {
    past.health.certificateEnd.map { end in
      let days = ProbedDay.day(of: end) - ProbedDay.day(of: past.asOf)
      if end < past.asOf { return "ended \(end.day)" }
      return "ends \(end.day), \(days == 0 ? "today" : "in \(days.of("day"))")"
    }
  }

  private static func seconds(_ seconds: Double) -> String {
    let hundredths = Int((min(seconds, 1e6) * 100).rounded())
    return "\(hundredths / 100).\(hundredths % 100 < 10 ? "0" : "")\(hundredths % 100) s"
  }
}

extension FeedSpan.State {
  var meaning: HTMLPage.Meaning {
    switch self {
    case .up: .good
    case .moved, .unread: .doubtful
    case .replaced: .warning
    case .failing: .bad
    case .unprobed: .faint
    }
  }
}

extension ProbedDay.Mark {
  /// Returns the number of days by mark, in words.
  static func counts(_ days: [ProbedDay.Mark]) -> String {
    let counts = Dictionary(grouping: days) { $0 }
    return allCases.compactMap { mark in counts[mark].map { "\($0.count) \(mark.rawValue)" } }.joined(separator: ", ")
  }

  /// The meaning of a bar; `nil` for a day without one.
  var meaning: HTMLPage.Meaning? {
    switch self {
    case .up: .good
    case .unsteady: .warning
    case .failing: .bad
    case .unread: .faint
    case .unprobed: nil
    }
  }

  fileprivate var bar: String {
    switch self {
    case .up: "▂"
    case .unsteady: "▅"
    case .failing: "█"
    case .unread: "░"
    case .unprobed: "·"
    }
  }
}
