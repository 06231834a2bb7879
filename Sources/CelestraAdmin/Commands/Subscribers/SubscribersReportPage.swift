import CSV
import Catalog
import HTMLPage
import Scoring

/// The report as a page and as rows.
extension SubscribersReport {
  func html() throws -> String? {
    let summary = summary
    return try HTMLPage(
      title: "Subscribers",
      lead: "\(container)\(asOf.map { ", as of \($0)" } ?? ""): counts for the period \(period), "
        + "published from \(summary.minimum) on, rounding \(summary.rounding).",
      figures: [
        .init("subscriptions", "\(summary.subscriptions)"),
        .init("feeds with subscribers", "\(summary.subscribedFeeds)"),
        .init("suppressed", "\(summary.suppressed)", .faint), .init("made twice", "\(summary.duplicates)", .faint),
        .init("feeds that do not exist", "\(summary.orphans.count)", summary.orphans.isEmpty ? .good : .warning),
      ],
      sections: [distribution, categories(summary)] + collections(summary) + [movers(summary), orphans(summary)]
    ).render()
  }

  /// Feeds by what they publish: powers of ten.
  private var distribution: HTMLPage.Section {
    let limits = [1, 10, 100, 1000, 10_000, 100_000]
    var bins = Array(repeating: 0, count: limits.count)
    for item in items where item.published > 0 {
      bins[(limits.lastIndex { $0 <= item.published }) ?? 0] += 1
    }
    let hidden = items.count { $0.suppressed }
    let bars = zip(limits, bins).map { HTMLPage.Chart.Bar("from \($0)", $1) }
    return HTMLPage.Section(
      "Distribution",
      charts: [.bars("Feeds by published count", unit: "feeds", [.init("suppressed", hidden, .faint)] + bars)])
  }

  private func categories(_ summary: Summary) -> HTMLPage.Section {
    HTMLPage.Section(
      "Categories",
      tables: [
        .init(
          "Subscriptions by category", [.text("category"), .number("feeds"), .number("counted"), .number("published")],
          rows: summary.categories.map { category in
            [.init(category.category ?? "(none)")]
              + [category.feeds, category.counted, category.published].map { .init("\($0)", order: Double($0)) }
          })
      ])
  }

  private func collections(_ summary: Summary) -> [HTMLPage.Section] {
    guard !summary.collections.isEmpty else { return [] }
    return [
      HTMLPage.Section(
        "Collections",
        tables: [
          .init(
            "Imports of collections", [.text("collection"), .number("imports"), .number("published")],
            rows: summary.collections.map { collection in
              [.init(collection.title ?? "(no such collection)")]
                + [collection.counted, collection.published].map { .init("\($0)", order: Double($0)) }
            })
        ])
    ]
  }

  private func movers(_ summary: Summary) -> HTMLPage.Section {
    HTMLPage.Section(
      "Movers", paragraphs: summary.movers.isEmpty ? ["No published count moves."] : [],
      tables: summary.movers.isEmpty
        ? []
        : [
          .init(
            "Published counts that move most", [.text("feed"), .number("old"), .number("new")],
            rows: summary.movers.map { mover in
              [.init(mover.title)] + [mover.old, mover.new].map { .init("\($0)", order: Double($0)) }
            })
        ])
  }

  private func orphans(_ summary: Summary) -> HTMLPage.Section {
    HTMLPage.Section(
      "Feeds that do not exist", paragraphs: summary.orphans.isEmpty ? ["Every subscription has its feed."] : [],
      tables: summary.orphans.isEmpty
        ? []
        : [
          .init(
            "Subscriptions without a feed", [.text("feed"), .number("subscriptions")],
            rows: summary.orphans.prefix(1000).map {
              [.init($0.feed), .init("\($0.subscriptions)", order: Double($0.subscriptions))]
            })
        ])
  }

  func csv() -> String? {
    let writer = CSVWriter(formulas: .disarmed)
    var text = writer.line([
      "recordName", "title", "category", "counted", "published", "old", "suppressed", "held",
    ])
    for item in items {
      text += writer.line([
        item.recordName, item.title, item.category ?? "", "\(item.counted)", "\(item.published)",
        item.old.map(String.init) ?? "", "\(item.suppressed)", "\(item.held)",
      ])
    }
    return text
  }
}
