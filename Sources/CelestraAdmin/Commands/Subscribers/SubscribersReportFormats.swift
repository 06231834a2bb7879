import CSV
import Catalog
import CloudKitRecords
import CommandLineTool
import Diagnostics
import HTMLPage
import Scoring

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

  private var categories: ReportTable {
    ReportTable(
      "Subscriptions by category", [.text("category"), .number("feeds"), .number("counted"), .number("published")],
      rows: statistics.categories.map {
        [
          .init($0.category ?? "(none)"), .number($0.group.feeds), .number($0.group.counted),
          .number($0.group.published),
        ]
      })
  }

  private var collections: ReportTable {
    ReportTable(
      "Collection imports", [.text("collection"), .number("imports"), .number("published"), .text("")],
      rows: run.collections.map { collection in
        let exists = collection.recordName != nil
        let remark = remark(isHeld: collection.isHeld, isSuppressed: rule.suppresses(collection.counted))
        return [
          .init(collection.title ?? "(no such collection)"), .number(collection.counted),
          exists ? .number(collection.published) : .init(""), .init(exists ? remark : ""),
        ]
      })
  }

  private var movers: ReportTable {
    ReportTable(
      "Biggest changes of published counts", [.text("feed", width: 60), .number("old"), .number("new")],
      rows: statistics.movers.map {
        [.init($0.entry.title), .number($0.entry.subscriberCount ?? 0), .number($0.published)]
      })
  }

  private var orphans: ReportTable {
    ReportTable(
      "Subscriptions without a feed", [.text("feed"), .number("subscriptions")],
      rows: run.orphans.prefix(1000).map { [.init($0.feed), .number($0.subscriptions)] })
  }

  private func remark(isHeld: Bool, isSuppressed: Bool) -> String {
    isHeld ? "published this period" : isSuppressed ? "below \(rule.minimum)" : ""
  }

  func text(_ style: Style) -> String {
    var text = [ReportedProblem](run.problems, run.changes).text(style)
    if !largest.rows.isEmpty {
      let more = run.subscribedFeeds - largest.rows.count
      text += largest.text(style) + (more > 0 ? "and \(more) more; --format json lists all\n" : "")
    }
    if isFull, !movers.rows.isEmpty {
      let titles: KeyValuePairs = ["old": "old", "new": "new", "feed": "biggest changes of published counts"]
      text += "\n" + movers.showing(titles).text(style)
    }
    if isFull, !categories.rows.isEmpty {
      text += "\n" + categories.text(style) + "\n"
    }
    if !collections.rows.isEmpty { text += collections.text(style) }
    return text + "\(container): \(totals)\n" + notes + outcome
  }

  /// The totals in one line. Subscriptions to missing feeds are counted apart.
  private var totals: String {
    "\((run.subscriptions - run.orphanedSubscriptions).of("subscription")) to \(run.subscribedFeeds) of "
      + "\(run.feeds.of("feed")), \(run.suppressed) below the minimum of \(rule.minimum)"
  }

  private var notes: String {
    var text = ""
    if run.repeats > 0 {
      text += "duplicate subscriptions by the same user, counted once: \(run.repeats)\n"
    }
    if !run.orphans.isEmpty { text += "subscriptions to missing feeds: \(run.orphanedSubscriptions)\n" }
    if run.uncounted > 0 {
      text += "no subscriptions yet: the counts of \(run.uncounted.of("feed")) stay unknown\n"
    }
    if run.unsubscribed > 0 {
      text +=
        "no subscriptions: the published counts of \(run.unsubscribed.of("feed")) become 0; publish those of a file"
        + " with --counts\n"
    }
    if run.held > 0 {
      text += "changed counts that stay as published until the end of period \(period): \(run.held)\n"
    }
    if run.unratable > 0 { text += "feeds with ratings but no metadata record to store them: \(run.unratable)\n" }
    if !remembersPeriods {
      text += "note: this container has no field for the period; run this command at most once per period\n"
    }
    return text + NumberKeeper.note(historyProblem)
  }

  private var outcome: String {
    if isDryRun { return "\(run.changes.planned) records would change; dry run: nothing was written\n" }
    if run.changes.planned == 0 { return "no published count changed: nothing to do\n" }
    return "\(run.changes.written) records written, \(run.changes.failed) failed\n"
  }

  func markdown() -> String {
    var text = "## Subscribers\n\n\(Markdown.escaped(container)): \(totals), "
    text += "\(run.orphanedSubscriptions) to missing feeds, period \(period).\n\n"
    text += categories.markdown
    for (heading, table) in [
      ("Biggest changes", movers), ("Largest counts", largest.withoutRemarks),
      ("Collections", collections.withoutRemarks),
      ("Subscriptions to missing feeds", orphans.first(100)),
    ] where !table.rows.isEmpty { text += "\n### \(heading)\n\n" + table.markdown }
    return text
  }

  func html() throws -> String {
    func section(_ heading: String, _ table: ReportTable, ifEmpty paragraph: String) -> HTMLPage.Section {
      let isEmpty = table.rows.isEmpty
      return HTMLPage.Section(heading, paragraphs: isEmpty ? [paragraph] : [], tables: isEmpty ? [] : [table])
    }
    let imports = collections.withoutRemarks
    return try HTMLPage(
      title: "Subscribers",
      lead: "\(container)\(asOf.map { ", as of \($0)" } ?? ""): counts for the period \(period), "
        + "minimum \(rule.minimum), rounding \(rule.rounding.rawValue).",
      figures: [
        .init("subscriptions", "\(run.subscriptions - run.orphanedSubscriptions)"),
        .init("feeds with subscribers", "\(run.subscribedFeeds)"),
        .init("suppressed", "\(run.suppressed)", .faint), .init("duplicates", "\(run.repeats)", .faint),
        .init("missing feeds", "\(run.orphans.count)", run.orphans.isEmpty ? .good : .warning),
      ],
      sections: [distribution, HTMLPage.Section("Categories", tables: [categories])]
        + (imports.rows.isEmpty ? [] : [HTMLPage.Section("Collections", tables: [imports])])
        + [
          section("Biggest changes", movers, ifEmpty: "No published count changes."),
          section("Missing feeds", orphans, ifEmpty: "Every subscription refers to an existing feed."),
        ]
    ).render()
  }

  /// The number of feeds by published count, in powers of ten.
  private var distribution: HTMLPage.Section {
    let limits = [1, 10, 100, 1000, 10_000, 100_000]
    var bins = Array(repeating: 0, count: limits.count)
    for feed in feeds where feed.published > 0 {
      bins[(limits.lastIndex { $0 <= feed.published }) ?? 0] += 1
    }
    let hidden = feeds.count { rule.suppresses($0.counted) }
    let bars = zip(limits, bins).map { HTMLPage.Chart.Bar("from \($0)", $1) }
    return HTMLPage.Section(
      "Distribution",
      charts: [.bars("Feeds by published count", [.init("suppressed", hidden, .faint)] + bars)])
  }

  func csv() -> String {
    let keys = ["recordName", "title", "category", "counted", "published", "old", "suppressed", "held"]
    return CSVWriter().document(keys, items.lazy.map { $0.texts(keys) })
  }
}

extension ReportTable {
  /// The table without its last column, which only text shows.
  fileprivate var withoutRemarks: ReportTable {
    ReportTable(caption, columns.dropLast(), rows: rows.map { $0.dropLast() })
  }
}
