import CSV
import Catalog
import CommandLineTool
import Diagnostics
import HTMLPage
import Scoring

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
      ScoreTables.list(title, "score", feeds.map { ($0.entry, $0.score.total) })
    }
  }

  private var movers: ReportTable {
    ScoreTables.moves(
      "Biggest score changes \(baseline)",
      statistics.movers.map { ($0.feed.entry, $0.old, $0.feed.score.total, $0.reason) })
  }

  func text(_ style: Style) -> String {
    var text = [ReportedProblem](run.problems).text(style) + run.notes
    for note in notes { text += "note: \(note)\n" }
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
    return movers.showing([
      "change": "change", "old": "old", "new": "new", "feed": "biggest changes \(baseline)", "why": "why",
    ]).text(style) + (more > 0 ? "and \(more) more; --limit lists them\n" : "")
  }

  func markdown() -> String {
    var text = "## Quality scores\n\n\(Markdown.escaped(container)): \(statistics.all.feeds) active feeds, "
    text +=
      "mean score \(Self.tenths(statistics.all.mean)), mean confidence \(Self.tenths(statistics.all.meanConfidence)).\n\n"
    for note in notes { text += "Note: \(Markdown.escaped(note)).\n\n" }
    text += distribution.table().markdown + "\n### Categories\n\n" + categories.markdown
    for table in extremes { text += "\n### \(table.caption)\n\n" + table.markdown }
    if !statistics.movers.isEmpty {
      text += "\n### Biggest changes \(baseline)\n\n"
      text +=
        movers.showing([
          "change": "change", "old": "old", "new": "new", "feed": "feed", "address": "address", "why": "why",
        ]).markdown
    }
    return text + "\n\(Markdown.escaped(methodology.text)).\n"
  }

  func html() throws -> String {
    let date = asOf.map { ", as of \($0)" } ?? ""
    let moved = movers.showing(["feed": "feed", "change": "change", "old": "old", "new": "new", "why": "why"])
    let movers =
      statistics.movers.isEmpty
      ? []
      : [HTMLPage.Section("Biggest changes", tables: [moved])]
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
        HTMLPage.Section("Extremes", tables: extremes),
      ] + movers
    ).render()
  }

  private var charts: HTMLPage.Section {
    HTMLPage.Section(
      "Distribution", paragraphs: notes.map { $0 + "." },
      charts: [
        ScoreTables.chart(distribution),
        .bars("Feeds with unknown components", unknown.map { .init($0.component.title, $0.feeds, .faint) }),
      ])
  }

  func csv() -> String {
    let keys = [
      "recordName", "title", "feedURL", "category", "score", "confidence", "old", "change", "methodology", "why",
    ]
    return CSVWriter().document(keys, items.lazy.map { $0.adding(["methodology": methodology.hash]).texts(keys) })
  }
}
