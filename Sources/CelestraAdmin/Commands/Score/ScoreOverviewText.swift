import Diagnostics
import Scoring

/// The overview as text, Markdown and rows.
extension ScoreOverview {
  func text(_ style: Style) -> String {
    let summary = summary
    var text = ""
    for problem in summary.problems.prefix(20) {
      text += style.mark("problem", .bad) + "  \(problem.recordName): \(DisplayText.line(problem.reason))\n"
    }
    if let obstacle = run.articleObstacle { text += "note: \(obstacle)\n" }
    if run.corrected > 0 { text += "note: \(run.corrected) feeds have counters that cannot be; see score --explain\n" }
    text += "\(container): \(summary.feeds.of("feed")), mean score \(summary.meanScore), "
    text += "mean confidence \(summary.meanConfidence)\n"
    guard summary.feeds > 0 else { return text + methodology.text + "\n" }
    text += "\n" + distribution(summary, style) + "\n" + categories(summary, style)
    text += "\n" + movers(summary, style)
    for unknown in summary.unknown {
      text += "unknown for \(unknown.feeds) of \(summary.feeds) feeds: \(unknown.component)\n"
    }
    return text + methodology.text + "\n"
  }

  private func distribution(_ summary: Summary, _ style: Style) -> String {
    var table = TextTable(.left("score"), .right("feeds"), .left(""))
    let most = summary.distribution.map(\.feeds).max() ?? 1
    for bin in summary.distribution {
      let bar = String(repeating: "█", count: (bin.feeds * 40 + most - 1) / max(1, most))
      table.add("\(bin.from)–\(bin.to)", String(bin.feeds), bar)
    }
    return table.render(style)
  }

  private func categories(_ summary: Summary, _ style: Style) -> String {
    var table = TextTable(.left("category"), .right("feeds"), .right("mean"), .right("confidence"))
    for category in summary.categories {
      table.add(
        DisplayText.line(category.category ?? "(none)"), String(category.feeds), "\(category.meanScore)",
        "\(category.meanConfidence)")
    }
    return table.render(style)
  }

  private func movers(_ summary: Summary, _ style: Style) -> String {
    guard !summary.movers.isEmpty else {
      return "no score moved \(baseline)\(summary.unscored > 0 ? "; \(summary.unscored) feeds had none" : "")\n"
    }
    var table = TextTable(.right("change"), .right("old"), .right("new"), .left("feed moved \(baseline)"))
    for mover in summary.movers {
      table.add(
        Self.signed(mover.change), String(mover.old), String(mover.new), DisplayText.line(mover.title, atMost: 60))
    }
    let more = summary.changed - summary.unscored - summary.movers.count
    return table.render(style) { row, column in
      column > 0 ? nil : summary.movers[row].change < 0 ? .bad : .good
    } + (more > 0 ? "and \(more) more; --limit lists them\n" : "")
  }

  private static func signed(_ change: Int) -> String { change > 0 ? "+\(change)" : "\(change)" }

  func markdown() -> String {
    let summary = summary
    var text = "## Quality scores\n\n\(Markdown.escaped(container)): \(summary.feeds) feeds, "
    text += "mean score \(summary.meanScore), mean confidence \(summary.meanConfidence).\n\n"
    text += Markdown.table(
      ["score", ">feeds"], rows: summary.distribution.map { ["\($0.from)–\($0.to)", "\($0.feeds)"] })
    text += "\n### Categories\n\n"
    text += Markdown.table(
      ["category", ">feeds", ">mean score", ">mean confidence"],
      rows: summary.categories.map {
        [$0.category ?? "(none)", "\($0.feeds)", "\($0.meanScore)", "\($0.meanConfidence)"]
      })
    if !summary.movers.isEmpty {
      text += "\n### Biggest movers \(baseline)\n\n"
      text += Markdown.table(
        [">change", ">old", ">new", "feed", "address"],
        rows: summary.movers.map { [Self.signed($0.change), "\($0.old)", "\($0.new)", $0.title, $0.feedURL] })
    }
    return text + "\n\(Markdown.escaped(methodology.text)).\n"
  }
}
