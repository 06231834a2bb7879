import CSV
import HTMLPage
import Scoring

/// The overview as text, Markdown, a page and rows.
extension ScoreOverview {
  private func categories(_ summary: Summary) -> ReportTable {
    ReportTable(
      "Scores by category", [.text("category"), .number("feeds"), .number("mean score"), .number("mean confidence")],
      rows: summary.categories.map {
        [
          .init($0.category ?? "(none)"), .number($0.feeds), .init("\($0.meanScore)", order: $0.meanScore),
          .init("\($0.meanConfidence)", order: $0.meanConfidence),
        ]
      }, isSearchable: summary.categories.count > 20)
  }

  private func movers(_ summary: Summary) -> ReportTable {
    ReportTable(
      "Scores that moved most \(baseline)",
      [.text("feed", width: 60), .number("change"), .number("old"), .number("new"), .text("address")],
      rows: summary.movers.map { mover in
        [
          .init(mover.title, note: mover.feedURL, link: mover.feedURL),
          .init(
            mover.change > 0 ? "+\(mover.change)" : "\(mover.change)", order: Double(mover.change),
            mover.change < 0 ? .bad : .good),
          .number(mover.old), .number(mover.new), .init(mover.feedURL),
        ]
      }, isSearchable: summary.movers.count > 20)
  }

  func text(_ style: Style) -> String {
    let summary = summary
    var text = summary.problems.text(style) + run.notes
    text += "\(container): \(summary.feeds) feed\(summary.feeds == 1 ? "" : "s"), mean score \(summary.meanScore), "
    text += "mean confidence \(summary.meanConfidence)\n"
    guard summary.feeds > 0 else { return text + methodology.text + "\n" }
    text += "\n" + summary.distribution.table(hasBars: true).text(style)
    text += "\n"
    text += categories(summary).showing([
      "category": "category", "feeds": "feeds", "mean score": "mean", "mean confidence": "confidence",
    ]).text(style)
    text += "\n" + moved(summary, style)
    for unknown in summary.unknown {
      text += "unknown for \(unknown.feeds) of \(summary.feeds) feeds: \(unknown.component)\n"
    }
    return text + methodology.text + "\n"
  }

  private func moved(_ summary: Summary, _ style: Style) -> String {
    guard !summary.movers.isEmpty else {
      return "no score moved \(baseline)\(summary.unscored > 0 ? "; \(summary.unscored) feeds had none" : "")\n"
    }
    let more = summary.changed - summary.unscored - summary.movers.count
    return movers(summary).showing(["change": "change", "old": "old", "new": "new", "feed": "feed moved \(baseline)"])
      .text(style) + (more > 0 ? "and \(more) more; --limit lists them\n" : "")
  }

  func markdown() -> String {
    let summary = summary
    var text = "## Quality scores\n\n\(Markdown.escaped(container)): \(summary.feeds) feeds, "
    text += "mean score \(summary.meanScore), mean confidence \(summary.meanConfidence).\n\n"
    text += summary.distribution.table().markdown + "\n### Categories\n\n" + categories(summary).markdown
    if !summary.movers.isEmpty {
      text += "\n### Biggest movers \(baseline)\n\n"
      text +=
        movers(summary).showing([
          "change": "change", "old": "old", "new": "new", "feed": "feed", "address": "address",
        ]).markdown
    }
    return text + "\n\(Markdown.escaped(methodology.text)).\n"
  }

  func html() throws -> String? {
    let summary = summary
    let moment = asOf.map { ", as of \($0)" } ?? ""
    let moved = movers(summary).showing(["feed": "feed", "change": "change", "old": "old", "new": "new"])
    let movers = summary.movers.isEmpty ? [] : [HTMLPage.Section("Biggest movers", tables: [moved])]
    return try HTMLPage(
      title: "Quality scores", lead: "\(container)\(moment): \(summary.feeds) feeds, \(methodology.text).",
      figures: [
        .init("feeds", "\(summary.feeds)"), .init("mean score", "\(summary.meanScore)"),
        .init("mean confidence", "\(summary.meanConfidence)"), .init("changed", "\(summary.changed)"),
        .init("without a score before", "\(summary.unscored)", .faint),
      ],
      sections: [charts(summary), HTMLPage.Section("Categories", tables: [categories(summary)])] + movers
    ).render()
  }

  private func charts(_ summary: Summary) -> HTMLPage.Section {
    let meanings: [HTMLPage.Meaning] = [
      .bad, .bad, .warning, .warning, .doubtful, .doubtful, .plain, .plain, .good, .good,
    ]
    return HTMLPage.Section(
      "Distribution",
      charts: [
        .histogram(
          "Feeds by score", unit: "feeds",
          zip(summary.distribution.bins, meanings).map { .init($0.label, $0.feeds, $1) }),
        .bars(
          "Feeds for which a component is unknown", unit: "feeds",
          summary.unknown.map { .init(ScoreComponent(rawValue: $0.component)?.title ?? $0.component, $0.feeds, .faint) }
        ),
      ])
  }

  func csv() -> String? {
    CSVWriter(formulas: .disarmed).document(
      [
        "recordName", "title", "feedURL", "category", "score", "confidence", "old", "change", "methodology",
      ],
      items.lazy.map { item in
        [
          item.recordName, item.title, item.feedURL, item.category ?? "", "\(item.score)", "\(item.confidence)",
          item.old.map(String.init) ?? "", item.change.map(String.init) ?? "", methodology.hash,
        ]
      })
  }
}
