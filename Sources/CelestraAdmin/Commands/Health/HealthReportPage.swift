import Catalog
import CloudKitRecords
import FeedHealth
import HTMLPage
import ProbeHistory

extension HealthReportView {
  func html() throws -> String? {
    let figures = [("down", HealthLevel.critical), ("warning", .warning), ("degraded", .degraded)].map { name, level in
      let count = health.totals[level] ?? 0
      return HTMLPage.Figure(name, "\(count)", count > 0 ? level.meaning : .good)
    }
    return try HTMLPage(
      title: "Health of the feeds",
      lead: "\(container), as of \(health.asOf): \(health.feeds) active feeds, \(health.inactive) inactive.",
      figures: figures + [
        .init("unknown", "\(health.totals[.unknown] ?? 0)", .faint),
        .init("healthy", "\(health.totals[.healthy] ?? 0)", .good),
      ],
      sections: [overview] + changesSection + [groups, feeds]
    ).render()
  }

  private var overview: HTMLPage.Section {
    HTMLPage.Section(
      "Overview",
      paragraphs: health.stale > 0 ? ["\(health.stale) are silent for longer than their own rhythm explains."] : [],
      charts: [
        .shares(
          "Feeds by level", unit: "feeds",
          HealthLevel.allCases.reversed().map { level in
            .init(level == .critical ? "critical (down)" : level.rawValue, health.totals[level] ?? 0, level.meaning)
          }),
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
        tables: lists.filter { $0.1.count > 0 }.map {
          Self.details("\($0.0) (\($0.1.count))", $0.1.feeds.prefix(100))
        })
    ]
  }

  private var groups: HTMLPage.Section {
    let hosts = health.worstHosts(20)
    let table = Self.table("Hosts with the most ill feeds", "host", hosts, [.critical, .warning, .degraded])
    return HTMLPage.Section("Categories and hosts", tables: [categories] + (hosts.isEmpty ? [] : [table]))
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
      "Ill feeds", paragraphs: rest,
      tables: [Self.details("Ill feeds, the worst first", ill[...], isSearchable: true)])
  }
}
