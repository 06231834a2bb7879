import CSV
import HTMLPage
import Scoring

extension ScoreOverview {
  func html() throws -> String? {
    let summary = summary
    let moment = asOf.map { ", as of \($0)" } ?? ""
    return try HTMLPage(
      title: "Quality scores", lead: "\(container)\(moment): \(summary.feeds) feeds, \(methodology.text).",
      figures: [
        .init("feeds", "\(summary.feeds)"), .init("mean score", "\(summary.meanScore)"),
        .init("mean confidence", "\(summary.meanConfidence)"), .init("changed", "\(summary.changed)"),
        .init("without a score before", "\(summary.unscored)", .faint),
      ],
      sections: [charts(summary), categories(summary)] + movers(summary)
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
          zip(summary.distribution, meanings).map { .init("\($0.from)–\($0.to)", $0.feeds, $1) }),
        .bars(
          "Feeds for which a component is unknown", unit: "feeds",
          summary.unknown.map { .init(ScoreComponent(rawValue: $0.component)?.title ?? $0.component, $0.feeds, .faint) }
        ),
      ])
  }

  private func categories(_ summary: Summary) -> HTMLPage.Section {
    HTMLPage.Section(
      "Categories",
      tables: [
        .init(
          "Scores by category", [.text("category"), .number("feeds"), .number("mean score"), .number("confidence")],
          rows: summary.categories.map {
            [
              .init($0.category ?? "(none)"), .init("\($0.feeds)", order: Double($0.feeds)),
              .init("\($0.meanScore)", order: $0.meanScore), .init("\($0.meanConfidence)", order: $0.meanConfidence),
            ]
          }, isSearchable: summary.categories.count > 20)
      ])
  }

  private func movers(_ summary: Summary) -> [HTMLPage.Section] {
    guard !summary.movers.isEmpty else { return [] }
    return [
      HTMLPage.Section(
        "Biggest movers",
        tables: [
          .init(
            "Scores that moved most \(baseline)",
            [.text("feed"), .number("change"), .number("old"), .number("new")],
            rows: summary.movers.map { mover in
              [
                .init(mover.title, note: mover.feedURL, link: mover.feedURL),
                .init(
                  mover.change > 0 ? "+\(mover.change)" : "\(mover.change)", order: Double(mover.change),
                  mover.change < 0 ? .bad : .good),
                .init("\(mover.old)", order: Double(mover.old)), .init("\(mover.new)", order: Double(mover.new)),
              ]
            }, isSearchable: summary.movers.count > 20)
        ])
    ]
  }

  func csv() -> String? {
    let writer = CSVWriter(formulas: .disarmed)
    var text = writer.line([
      "recordName", "title", "feedURL", "category", "score", "confidence", "old", "change", "methodology",
    ])
    for item in items {
      text += writer.line([
        item.recordName, item.title, item.feedURL, item.category ?? "", "\(item.score)", "\(item.confidence)",
        item.old.map(String.init) ?? "", item.change.map(String.init) ?? "", methodology.hash,
      ])
    }
    return text
  }
}
