import CSV
import Catalog
import HTMLPage
import Scoring

/// The report as text, Markdown, a page and rows.
extension SubscribersReport {
  private var largest: ReportTable {
    ReportTable(
      "Largest counts", [.text("feed", width: 60), .number("counted"), .number("published"), .text("")],
      rows: statistics.largest.map {
        [
          .init($0.entry.title), .number($0.counted), .number($0.published),
          .init(remark(isHeld: $0.isHeld, isSuppressed: rule.suppresses($0.counted))),
        ]
      })
  }

  private func categories(_ summary: Summary) -> ReportTable {
    ReportTable(
      "Subscriptions by category", [.text("category"), .number("feeds"), .number("counted"), .number("published")],
      rows: summary.categories.map {
        [.init($0.category ?? "(none)"), .number($0.feeds), .number($0.counted), .number($0.published)]
      })
  }

  private func collections(_ summary: Summary) -> ReportTable {
    ReportTable(
      "Imports of collections", [.text("collection"), .number("imports"), .number("published"), .text("")],
      rows: summary.collections.map { collection in
        let exists = collection.recordName != nil
        let remark = remark(isHeld: collection.held, isSuppressed: collection.suppressed)
        return [
          .init(collection.title ?? "(no such collection)"), .number(collection.counted),
          exists ? .number(collection.published) : .init(""), .init(exists ? remark : ""),
        ]
      })
  }

  private func movers(_ summary: Summary) -> ReportTable {
    ReportTable(
      "Published counts that move most", [.text("feed", width: 60), .number("old"), .number("new")],
      rows: summary.movers.map { [.init($0.title), .number($0.old), .number($0.new)] })
  }

  private func orphans(_ summary: Summary) -> ReportTable {
    ReportTable(
      "Subscriptions without a feed", [.text("feed"), .number("subscriptions")],
      rows: summary.orphans.prefix(1000).map { [.init($0.feed), .number($0.subscriptions)] })
  }

  private func remark(isHeld: Bool, isSuppressed: Bool) -> String {
    isHeld ? "out already for this period" : isSuppressed ? "below \(rule.minimum)" : ""
  }

  func text(_ style: Style) -> String {
    let summary = summary
    var text = summary.problems.text(style)
    if !largest.rows.isEmpty {
      let more = summary.subscribedFeeds - largest.rows.count
      text += largest.text(style) + (more > 0 ? "and \(more) more; --format json has them all\n" : "")
    }
    if command == "subscribers report", !summary.movers.isEmpty {
      let titles: KeyValuePairs = ["old": "old", "new": "new", "feed": "feeds whose published count moves most"]
      text += "\n" + movers(summary).showing(titles).text(style)
    }
    if command == "subscribers report", !summary.categories.isEmpty {
      text += "\n" + categories(summary).text(style) + "\n"
    }
    if !summary.collections.isEmpty { text += collections(summary).text(style) }
    text += "\(container): \(summary.subscriptions) subscriptions of \(summary.subscribedFeeds) of "
    text += "\(summary.feeds) feeds, \(summary.suppressed) below the minimum of \(summary.minimum)\n"
    return text + notes(summary) + outcome(summary)
  }

  private func notes(_ summary: Summary) -> String {
    var text = ""
    if summary.duplicates > 0 {
      text += "subscriptions made twice by one user, counted once: \(summary.duplicates)\n"
    }
    let orphaned = summary.orphans.map(\.subscriptions).saturatingSum
    if !summary.orphans.isEmpty { text += "subscriptions of feeds that do not exist: \(orphaned)\n" }
    if summary.held > 0 {
      text += "counts that changed and stay as published until the period \(period) is over: \(summary.held)\n"
    }
    if summary.unratable > 0 { text += "feeds with ratings and no metadata to keep them in: \(summary.unratable)\n" }
    if !summary.remembersPeriods {
      text += "note: this container has no field for the period; run this no more than once a period\n"
    }
    return text
  }

  private func outcome(_ summary: Summary) -> String {
    if isDryRun { return "\(summary.changes) records would change; dry run: nothing was written\n" }
    if summary.changes == 0 { return "no published count changed: nothing to do\n" }
    return "\(summary.written) records written, \(summary.failed) failed\n"
  }

  func markdown() -> String {
    let summary = summary
    var text = "## Subscribers\n\n\(Markdown.escaped(container)): \(summary.subscriptions) subscriptions of "
    text += "\(summary.subscribedFeeds) of \(summary.feeds) feeds, \(summary.suppressed) below the minimum of "
    text += "\(summary.minimum), \(summary.orphans.count) feeds that do not exist, period \(period).\n\n"
    text += categories(summary).markdown
    for (heading, table) in [
      ("Movers", movers(summary)), ("Largest", largest.withoutRemarks),
      ("Collections", collections(summary).withoutRemarks),
      ("Subscriptions of feeds that do not exist", orphans(summary).first(100)),
    ] where !table.rows.isEmpty { text += "\n### \(heading)\n\n" + table.markdown }
    return text
  }

  func html() throws -> String? {
    let summary = summary
    func section(_ heading: String, _ table: ReportTable, ifEmpty paragraph: String) -> HTMLPage.Section {
      let isEmpty = table.rows.isEmpty
      return HTMLPage.Section(heading, paragraphs: isEmpty ? [paragraph] : [], tables: isEmpty ? [] : [table])
    }
    let imports = collections(summary).withoutRemarks
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
      sections: [distribution, HTMLPage.Section("Categories", tables: [categories(summary)])]
        + (imports.rows.isEmpty ? [] : [HTMLPage.Section("Collections", tables: [imports])])
        + [
          section("Movers", movers(summary), ifEmpty: "No published count moves."),
          section("Feeds that do not exist", orphans(summary), ifEmpty: "Every subscription has its feed."),
        ]
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

  func csv() -> String? {
    CSVWriter(formulas: .disarmed).document(
      ["recordName", "title", "category", "counted", "published", "old", "suppressed", "held"],
      items.lazy.map { item in
        [
          item.recordName, item.title, item.category ?? "", "\(item.counted)", "\(item.published)",
          item.old.map(String.init) ?? "", "\(item.suppressed)", "\(item.held)",
        ]
      })
  }
}

extension ReportTable {
  /// The table without its last column, which only lines of text show.
  fileprivate var withoutRemarks: ReportTable {
    ReportTable(caption, columns.dropLast(), rows: rows.map { $0.dropLast() })
  }
}
