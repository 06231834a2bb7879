import Catalog
import Diagnostics
import Scoring

/// The report as text and Markdown.
extension SubscribersReport {
  func text(_ style: Style) -> String {
    let summary = summary
    var text = ""
    for problem in summary.problems.prefix(20) {
      text += style.mark("problem", .bad) + "  \(problem.recordName): \(DisplayText.line(problem.reason))\n"
    }
    text += feeds(summary, style)
    if command == "subscribers report" { text += movers(summary, style) + categories(summary, style) }
    text += collections(summary, style)
    text += "\(container): \(summary.subscriptions) subscriptions of \(summary.subscribedFeeds) of "
    text += "\(summary.feeds) feeds, \(summary.suppressed) below the minimum of \(summary.minimum)\n"
    return text + notes(summary) + outcome(summary)
  }

  private func feeds(_ summary: Summary, _ style: Style) -> String {
    let largest = statistics.largest
    guard !largest.isEmpty else { return "" }
    var table = TextTable(.left("feed"), .right("counted"), .right("published"), .left(""))
    for count in largest {
      let title = DisplayText.line(count.entry.title, atMost: 60)
      table.add(
        title, String(count.counted), String(count.published),
        remark(isHeld: count.isHeld, isSuppressed: rule.suppresses(count.counted)))
    }
    let more = summary.subscribedFeeds - largest.count
    return table.render(style) + (more > 0 ? "and \(more) more; --format json has them all\n" : "")
  }

  private func remark(isHeld: Bool, isSuppressed: Bool) -> String {
    isHeld ? "out already for this period" : isSuppressed ? "below \(rule.minimum)" : ""
  }

  private func movers(_ summary: Summary, _ style: Style) -> String {
    guard !summary.movers.isEmpty else { return "" }
    var table = TextTable(.right("old"), .right("new"), .left("feeds whose published count moves most"))
    for mover in summary.movers {
      table.add(String(mover.old), String(mover.new), DisplayText.line(mover.title, atMost: 60))
    }
    return "\n" + table.render(style)
  }

  private func categories(_ summary: Summary, _ style: Style) -> String {
    guard !summary.categories.isEmpty else { return "" }
    var table = TextTable(.left("category"), .right("feeds"), .right("counted"), .right("published"))
    for category in summary.categories {
      table.add(
        DisplayText.line(category.category ?? "(none)"), String(category.feeds), String(category.counted),
        String(category.published))
    }
    return "\n" + table.render(style) + "\n"
  }

  private func collections(_ summary: Summary, _ style: Style) -> String {
    guard !summary.collections.isEmpty else { return "" }
    var table = TextTable(.left("collection"), .right("imports"), .right("published"), .left(""))
    for collection in summary.collections {
      let isThere = collection.recordName != nil
      table.add(
        DisplayText.line(collection.title ?? "(no such collection)"), String(collection.counted),
        isThere ? String(collection.published) : "",
        isThere ? remark(isHeld: collection.held, isSuppressed: collection.suppressed) : "")
    }
    return table.render(style)
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
    text += Markdown.table(
      ["category", ">feeds", ">counted", ">published"],
      rows: summary.categories.map {
        [$0.category ?? "(none)", "\($0.feeds)", "\($0.counted)", "\($0.published)"]
      })
    if !summary.movers.isEmpty {
      text += "\n### Movers\n\n"
      text += Markdown.table(
        ["feed", ">old", ">new"], rows: summary.movers.map { [$0.title, "\($0.old)", "\($0.new)"] })
    }
    if !statistics.largest.isEmpty {
      text += "\n### Largest\n\n"
      text += Markdown.table(
        ["feed", ">counted", ">published"],
        rows: statistics.largest.map { [$0.entry.title, "\($0.counted)", "\($0.published)"] })
    }
    if !summary.collections.isEmpty {
      text += "\n### Collections\n\n"
      text += Markdown.table(
        ["collection", ">imports", ">published"],
        rows: summary.collections.map { [$0.title ?? "(no such collection)", "\($0.counted)", "\($0.published)"] })
    }
    if !summary.orphans.isEmpty {
      text += "\n### Subscriptions of feeds that do not exist\n\n"
      text += Markdown.table(
        ["feed", ">subscriptions"], rows: summary.orphans.prefix(100).map { [$0.feed, "\($0.subscriptions)"] })
    }
    return text
  }
}
