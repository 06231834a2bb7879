import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics
import FeedHealth
import HTMLPage

extension HealthReportView {
  func html() throws -> String {
    let figures = [HealthLevel.critical, .warning, .degraded].map { level in
      let count = health.totals[level]
      return HTMLPage.Figure(level.rawValue, "\(count)", count > 0 ? level.meaning : .good)
    }
    return try HTMLPage(
      title: "Feed health",
      lead: "\(container), as of \(health.asOf): \(health.feeds) active feeds, \(health.inactive) inactive.",
      figures: figures + [
        .init("unknown", "\(health.totals[.unknown])", .faint),
        .init("healthy", "\(health.totals[.healthy])", .good),
      ],
      sections: [overview] + changesSection + feeds + [groups]
    ).render()
  }

  private var overview: HTMLPage.Section {
    HTMLPage.Section(
      "Overview",
      paragraphs: (remark.map { [$0 + "."] } ?? [])
        + (health.stale > 0 ? ["\(health.stale) overdue: no new article within the usual interval."] : []),
      charts: [
        .shares(
          "Feeds by level",
          HealthLevel.allCases.reversed().map {
            .init($0.rawValue, health.totals[$0], $0.meaning)
          }),
        Self.chart(
          "Up in the last 30 days", health.uptime, meanings: [.bad, .warning, .doubtful, .good, .good, .good]),
        Self.chart("Articles per week", health.articlesPerWeek, meanings: []),
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
    let levels = HealthLevel.allCases.map(\.rawValue).joined(separator: " / ")
    return (found.isEmpty ? [] : [.bars("Results of the last probes", found)])
      + (runs.isEmpty ? [] : [.stacks("The last \(runs.count.of("day")) with probes: \(levels)", runs)])
  }

  private static func chart(_ title: String, _ distribution: Distribution, meanings: [HTMLPage.Meaning])
    -> HTMLPage.Chart
  {
    let bins = distribution.bins.enumerated().map { index, bin in
      HTMLPage.Chart.Bar(bin.label, bin.feeds, index < meanings.count ? meanings[index] : .plain)
    }
    return .bars(title, bins + [.init("unknown", distribution.unknown, .faint)])
  }

  private var groups: HTMLPage.Section {
    HTMLPage.Section("Categories and hosts", tables: [categories] + (hosts.rows.isEmpty ? [] : [hosts]))
  }

  /// Returns the columns of feeds for a page; the first ones fit a telephone.
  private static func details(_ table: ReportTable) -> ReportTable {
    table.showing([
      "feed": "feed", "level": "level", "finding": "finding", "failures": "failures", "success": "success",
      "uptime": "up, 30 days",
      "date": "last success", "down since": "down since", "category": "category",
    ])
  }

  private var feeds: [HTMLPage.Section] {
    let isHealthy = health.totals.count(atLeast: .degraded) == 0
    let none = HTMLPage.Section("Unhealthy feeds", paragraphs: ["No feed is known to be unhealthy."])
    return (isHealthy ? [none] : [])
      + lists(.max).map { list in
        let shown = list.table.rows.count
        return HTMLPage.Section(
          Self.title(list.name),
          paragraphs: [list.causes.map { "\($0)." }, shown < list.count ? "\(shown) of \(list.count) feeds." : nil]
            .compactMap(\.self),
          tables: shown > 0 ? [Self.details(list.table)] : [])
      }
  }
}
