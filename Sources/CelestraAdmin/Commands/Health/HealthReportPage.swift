import Catalog
import CloudKitRecords
import FeedHealth
import FeedProbes
import HTMLPage

extension HealthReportView {
  func html() throws -> String? {
    let totals = Totals(health.totals)
    return try HTMLPage(
      title: "Health of the feeds",
      lead: "\(container), as of \(health.asOf): \(health.feeds) active feeds, \(health.inactive) inactive.",
      figures: [
        .init("down", "\(totals.critical)", totals.critical > 0 ? .bad : .good),
        .init("warning", "\(totals.warning)", totals.warning > 0 ? .warning : .good),
        .init("degraded", "\(totals.degraded)", totals.degraded > 0 ? .doubtful : .good),
        .init("unknown", "\(totals.unknown)", .faint), .init("healthy", "\(totals.healthy)", .good),
      ],
      sections: [overview(totals)] + changesSection + [groups, feeds]
    ).render()
  }

  private func overview(_ totals: Totals) -> HTMLPage.Section {
    HTMLPage.Section(
      "Overview",
      paragraphs: health.stale > 0 ? ["\(health.stale) are silent for longer than their own rhythm explains."] : [],
      charts: [
        .shares(
          "Feeds by level", unit: "feeds",
          [
            .init("critical (down)", totals.critical, .bad), .init("warning", totals.warning, .warning),
            .init("degraded", totals.degraded, .doubtful), .init("unknown", totals.unknown, .faint),
            .init("healthy", totals.healthy, .good),
          ]),
        Self.chart(
          "Up in the last 30 days", health.uptime, meanings: [.bad, .warning, .doubtful, .good, .good, .good]),
        Self.chart("Articles a week", health.articlesPerWeek, meanings: []),
      ] + probes)
  }

  private var probes: [HTMLPage.Chart] {
    let found = verdicts.map { found in
      let isFine = [.ok, .notModified, .moved].contains(found.verdict)
      return HTMLPage.Chart.Bar(found.verdict.rawValue, found.feeds, isFine ? .good : .warning)
    }
    let runs = health.trend.map { run in
      HTMLPage.Chart.Stack(
        String(run.at.description.prefix(10)),
        HealthLevel.allCases.map { .init($0.rawValue, run.levels[$0.rawValue] ?? 0, $0.meaning) })
    }
    return (found.isEmpty ? [] : [.bars("What the last probes found", unit: "feeds", found)])
      + (runs.isEmpty ? [] : [.stacks("The last \(runs.count) runs of probes", unit: "feeds", runs)])
  }

  private static func chart(_ title: String, _ distribution: Distribution, meanings: [HTMLPage.Meaning])
    -> HTMLPage.Chart
  {
    let bins = distribution.bins.enumerated().map { index, bin in
      HTMLPage.Chart.Bar(bin.label, bin.feeds, index < meanings.count ? meanings[index] : .plain)
    }
    return .bars(title, unit: "feeds", bins + [.init("not known", distribution.unknown, .faint)])
  }

  private var changesSection: [HTMLPage.Section] {
    guard let changes = health.changes else { return [] }
    let lists =
      [("Newly down", changes.newlyDown), ("Still down", changes.stillDown)]
      + (changes.recovered.map { [("Recovered", $0)] } ?? [])
    let gone = changes.gone > 0 ? ["\(changes.gone) that were down are gone or switched off."] : []
    return [
      HTMLPage.Section(
        "Since \(changes.since)",
        paragraphs: [lists.map { "\($0.0): \($0.1.count)." }.joined(separator: " ")] + gone,
        tables: lists.filter { $0.1.count > 0 }.map { Self.table("\($0.0) (\($0.1.count))", $0.1.elements.prefix(100)) }
      )
    ]
  }

  private var groups: HTMLPage.Section {
    let hosts = health.worstHosts(20)
    let ill: [(String, (Totals) -> Int)] = [
      ("critical", { $0.critical }), ("warning", { $0.warning }), ("degraded", { $0.degraded }),
    ]
    let all = ill + [("unknown", { $0.unknown }), ("healthy", { $0.healthy }), ("feeds", { $0.all })]
    func table(
      _ caption: String, _ name: String, _ groups: [HealthReport.Group], _ counts: [(String, (Totals) -> Int)]
    ) -> HTMLPage.Table {
      HTMLPage.Table(
        caption, [.text(name)] + counts.map { .number($0.0) },
        rows: groups.map { group in
          [.init(group.name ?? "(none)")]
            + counts.map { $0.1(Totals(group.totals)) }.map {
              .init("\($0)", order: Double($0), $0 == 0 ? .faint : .plain)
            }
        })
    }
    return HTMLPage.Section(
      "Categories and hosts",
      tables: [table("Categories", "category", health.categories, all)]
        + (hosts.isEmpty ? [] : [table("Hosts with the most ill feeds", "host", hosts, ill)]))
  }

  private var feeds: HTMLPage.Section {
    let ill = health.items.filter { $0.level > .unknown }
    let all = health.count(atLeast: .degraded)
    guard !ill.isEmpty else {
      return HTMLPage.Section(
        "Ill feeds", paragraphs: [all == 0 ? "No feed is known to be ill." : "\(all) feeds are ill."])
    }
    let rest = all > ill.count ? ["These are the worst \(ill.count); \(all - ill.count) more are ill."] : []
    return HTMLPage.Section(
      "Ill feeds", paragraphs: rest, tables: [Self.table("Ill feeds, the worst first", ill[...], isSearchable: true)])
  }

  private static func table(
    _ caption: String, _ feeds: ArraySlice<FeedHealth>, isSearchable: Bool = false
  ) -> HTMLPage.Table {
    HTMLPage.Table(
      caption,
      [
        .text("feed"), .text("level"), .number("failures"), .number("success"), .number("up, 30 days"),
        .text("last success"), .text("down since"), .text("category"), .text("why"),
      ],
      rows: feeds.map { feed in
        let address = FeedURL.redacted(feed.feedURL)
        return [
          .init(feed.title, note: address, link: address),
          .init(feed.level.rawValue, order: feed.level.order, feed.level.meaning),
          .init("\(feed.failureCount)", order: Double(feed.failureCount)),
          .init(success(feed), order: feed.successRate),
          .init(feed.uptimePercentage.map { "\(Int($0.rounded(.down))) %" } ?? "", order: feed.uptimePercentage),
          .init(
            lastSuccess(feed), note: feed.lastSuccess.map { String($0.description.prefix(10)) },
            order: feed.secondsSinceSuccess),
          .init(
            feed.downSince.map { String($0.description.prefix(10)) } ?? "",
            order: feed.downSince.map { Double($0.milliseconds) }),
          .init(feed.category ?? ""), .init(feed.lastFailureReason ?? ""),
        ]
      }, isSearchable: isSearchable)
  }
}

extension HealthLevel {
  /// How a page shows the level.
  fileprivate var meaning: HTMLPage.Meaning {
    switch self {
    case .healthy: .good
    case .unknown: .faint
    case .degraded: .doubtful
    case .warning: .warning
    case .critical: .bad
    }
  }

  /// What a page sorts the level by: the worst last.
  fileprivate var order: Double { Double(HealthLevel.allCases.firstIndex(of: self) ?? 0) }
}
