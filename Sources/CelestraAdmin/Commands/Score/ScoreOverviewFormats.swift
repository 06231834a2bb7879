import CSV
import Catalog
import CommandLineTool
import Diagnostics
import HTMLPage
import Scoring

/// The overview as text, Markdown, HTML, and CSV.
extension ScoreOverview {
  private var categories: ReportTable {
    ReportTable(
      "Scores by category", [.text("category"), .number("feeds"), .number("mean score"), .number("mean confidence")],
      rows: statistics.categories.map { category, group in
        [.init(category ?? "(none)"), .number(group.feeds)]
          + [group.mean, group.meanConfidence].map(Self.tenths).map { .init("\($0)", order: $0) }
      }, isSearchable: statistics.categories.count > 20)
  }

  /// The lists of the lowest and the highest scores.
  private var extremes: [ReportTable] {
    [("Lowest scores", statistics.lowest), ("Highest scores", statistics.highest)].map { title, feeds in
      ReportTable(
        title, [.number("score"), .text("feed", width: 60)],
        rows: feeds.map { feed in
          let address = FeedURL.redacted(feed.entry.feedURL)
          return [.number(feed.score.total), .init(feed.entry.title, note: address, link: address)]
        })
    }
  }

  private var movers: ReportTable {
    ReportTable(
      "Biggest score changes \(baseline)",
      [.text("feed", width: 60), .number("change"), .number("old"), .number("new"), .text("address")],
      rows: statistics.movers.map { mover in
        let address = FeedURL.redacted(mover.feed.entry.feedURL)
        return [
          .init(mover.feed.entry.title, note: address, link: address),
          .init(
            mover.change > 0 ? "+\(mover.change)" : "\(mover.change)", order: Double(mover.change),
            mover.change < 0 ? .bad : .good),
          .number(mover.old), .number(mover.feed.score.total), .init(address),
        ]
      }, isSearchable: statistics.movers.count > 20)
  }

  func text(_ style: Style) -> String {
    var text = [ReportedProblem](run.problems).text(style) + run.notes
    for note in [methodologyNote, tieNote] where !note.isEmpty { text += "note: \(note)\n" }
    text += "\(container): \(statistics.all.feeds.of("active feed")), mean score \(Self.tenths(statistics.all.mean)), "
    text += "mean confidence \(Self.tenths(statistics.all.meanConfidence))"
    text += statistics.inactive > 0 ? "; \(statistics.inactive) inactive left out\n" : "\n"
    guard statistics.all.feeds > 0 else { return text + methodology.text + "\n" }
    text += "\n" + distribution.table(hasBars: true).text(style)
    text += "\n"
    text += categories.showing([
      "category": "category", "feeds": "feeds", "mean score": "mean", "mean confidence": "confidence",
    ]).text(style)
    for (table, title) in zip(extremes, ["lowest scores", "highest scores"]) where statistics.all.feeds > 1 {
      text += "\n" + table.showing(["score": "score", "feed": title]).text(style)
    }
    text += "\n" + moved(style)
    for unknown in unknown {
      text += "unknown for \(unknown.feeds) of \(statistics.all.feeds) feeds: \(unknown.component.name)\n"
    }
    return text + methodology.text + "\n"
  }

  private func moved(_ style: Style) -> String {
    guard !statistics.movers.isEmpty else {
      return
        "no score changed \(baseline)\(statistics.unscored > 0 ? "; \(statistics.unscored) feeds had no score" : "")\n"
    }
    let more = statistics.changed - statistics.unscored - statistics.movers.count
    return movers.showing(["change": "change", "old": "old", "new": "new", "feed": "biggest changes \(baseline)"])
      .text(style) + (more > 0 ? "and \(more) more; --limit lists them\n" : "")
  }

  func markdown() -> String {
    var text = "## Quality scores\n\n\(Markdown.escaped(container)): \(statistics.all.feeds) active feeds, "
    text +=
      "mean score \(Self.tenths(statistics.all.mean)), mean confidence \(Self.tenths(statistics.all.meanConfidence)).\n\n"
    if !tieNote.isEmpty { text += "Note: \(Markdown.escaped(tieNote)).\n\n" }
    text += distribution.table().markdown + "\n### Categories\n\n" + categories.markdown
    for table in extremes { text += "\n### \(table.caption)\n\n" + table.markdown }
    if !statistics.movers.isEmpty {
      text += "\n### Biggest changes \(baseline)\n\n"
      if !methodologyNote.isEmpty { text += "Note: \(Markdown.escaped(methodologyNote)).\n\n" }
      text +=
        movers.showing([
          "change": "change", "old": "old", "new": "new", "feed": "feed", "address": "address",
        ]).markdown
    }
    return text + "\n\(Markdown.escaped(methodology.text)).\n"
  }

  func html() throws -> String {
    let date = asOf.map { ", as of \($0)" } ?? ""
    let moved = movers.showing(["feed": "feed", "change": "change", "old": "old", "new": "new"])
    let movers =
      statistics.movers.isEmpty
      ? []
      : [HTMLPage.Section("Biggest changes", paragraphs: [methodologyNote].filter { !$0.isEmpty }, tables: [moved])]
    return try HTMLPage(
      title: "Quality scores", lead: "\(container)\(date): \(statistics.all.feeds) active feeds, \(methodology.text).",
      figures: [
        .init("feeds", "\(statistics.all.feeds)"), .init("mean score", "\(Self.tenths(statistics.all.mean))"),
        .init("mean confidence", "\(Self.tenths(statistics.all.meanConfidence))"),
        .init("changed", "\(statistics.changed)"), .init("different scores", "\(statistics.distinct)"),
        .init("without an earlier score", "\(statistics.unscored)", .faint),
      ],
      sections: [
        charts, HTMLPage.Section("Categories", tables: [categories]),
        HTMLPage.Section("Extremes", paragraphs: [tieNote].filter { !$0.isEmpty }, tables: extremes),
      ] + movers
    ).render()
  }

  private var charts: HTMLPage.Section {
    let meanings: [HTMLPage.Meaning] = [
      .bad, .bad, .warning, .warning, .doubtful, .doubtful, .plain, .plain, .good, .good,
    ]
    return HTMLPage.Section(
      "Distribution",
      charts: [
        .bars("Feeds by score", zip(distribution.bins, meanings).map { .init($0.label, $0.feeds, $1) }),
        .bars("Feeds with unknown components", unknown.map { .init($0.component.title, $0.feeds, .faint) }),
      ])
  }

  func csv() -> String {
    CSVWriter().document(
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
